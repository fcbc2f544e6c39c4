// Plays a graph: values forward, gradients backward, one step at a time, as a drawing, in words and as a table.
//
//   const player = new Player(box, words)     box: an empty element; words: website/words/<language>.json
//   player.show({ story, expanded }, { at })  what website/shared/story.py tells; `at`: where to stand, else after Forward
//   player.at, player.on (the switches)        where it stands
//
// moment   something that happens: a node gets its value, the root its gradient of 1, an edge carries a contribution
// at       how many moments have happened
//
// Nothing is computed here but places on the screen: numbers, their texts, layers and heights come from Python.

import { fill, html, svg } from "./elements.js"

// A graph grows from left to right. Where that is too wide for the box, it stands upright: its layers lie below one
// another, and its cards are narrower.
const CARD = { width: 148, height: 70 }
const UPRIGHT = { card: 112, gap: 76, beside: 14, bow: 130 }
const READABLE = 0.86 // of its own size, at least, a drawing is read with ease
const GAP = 114 // between two layers, at least: what is said on an edge stands there
const LETTER = 8 // the width of one, nearly, for texts that must not meet
const ROW = 106
const MARGIN = 24
const HEAD = 24 // more of it at the top, for what is said on the upper of two edges between the same cards
const TITLE = { most: 27, made: { letter: 8.2, edges: 14 }, leaf: { letter: 10.5, edges: 28 } } // letters that fit at
// all; of those that fit as they are, the width, and what stays free: longer ones are pressed together; a leaf is round
const STEP = 1300 // ms, while playing
const TILT = { most: 0.5, layer: 70, far: 1400 } // radians; how deep a layer lies; how far off the eye is
const SWITCHES = ["locals", "expanded", "gradients"]

export class Player {
  at = 0
  on = { locals: false, expanded: false, gradients: false }
  #tilt = { x: 0, y: 0 }
  #timer
  #frame
  #still = matchMedia("(prefers-reduced-motion: reduce)")

  constructor(box, words) {
    this.box = box
    this.words = words
    box.classList.add("player")
    box.append(...this.#controls())
    addEventListener("resize", () => {
      const { gap, left, upright } = this.room ?? {}
      if (this.room && this.#standsUpright(gap, left) !== upright) this.show(this.told, { at: this.at })
    })
  }

  show(told, { at } = {}) {
    this.told = told
    this.story = (this.on.expanded && told.expanded) || told.story
    const { nodes, edges, backward } = this.story
    const made = nodes.filter((node) => node.parents.length)
    this.moments = [
      ...made.map((node) => ({ node })),
      { seed: nodes.at(-1) },
      ...backward.map((step) => ({ step, edge: edges[step.edge], node: nodes[step.parent] })),
    ]
    this.computed = made.length
    this.switches.expanded.parentElement.hidden = !told.expanded
    this.slider.max = this.moments.length
    const shape = JSON.stringify(
      nodes.map(({ parents, layer, height, title, name }) => [parents, layer, height, title, name]),
    )
    const same = shape === this.shape
    if (!same) this.pause()
    const room = this.#room(same)
    if (!same || room.upright !== this.room.upright || room.gap > this.room.gap || room.left > this.room.left)
      this.#draw(room)
    this.shape = shape
    // The same graph with other numbers stays where it was; a new one has its forward pass done.
    this.go(at ?? (same ? this.at : this.computed))
  }

  // Where to stand: `at` moments have happened.
  go(at, { travel = false } = {}) {
    this.at = Math.max(0, Math.min(this.moments.length, Math.round(at) || 0))
    cancelAnimationFrame(this.#frame)
    this.#update()
    const sentence = this.#sentence()
    if (this.said.textContent !== sentence) this.said.textContent = sentence
    if (travel && !this.#still.matches) this.#travel(performance.now())
    else this.dot.setAttribute("visibility", "hidden")
  }

  play(end = this.moments.length) {
    this.pause()
    this.#setPlaying(true)
    const next = () => {
      if (this.at >= Math.min(end, this.moments.length)) return this.pause()
      this.go(this.at + 1, { travel: true })
      this.#reveal()
      this.#timer = setTimeout(next, STEP)
    }
    next()
  }

  pause() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#setPlaying(false)
  }

  // Forward and Backward start their own direction over.
  forward() {
    this.go(0)
    this.play(this.computed)
  }

  backward() {
    this.go(this.computed)
    this.play()
  }

  toggle(name, value) {
    this.on[name] = value
    this.switches[name].checked = value
    if (!this.story) return
    const at = this.at === this.moments.length ? Infinity : undefined
    if (name === "expanded") this.show(this.told, { at })
    else this.go(this.at)
  }

  tilt(x, y) {
    const clamped = (angle) => Math.max(-TILT.most, Math.min(TILT.most, angle))
    this.#tilt = { x: clamped(x), y: clamped(y) }
    this.#place()
  }

  // The parts around the drawing.

  #controls() {
    const { words } = this
    const button = (name, click) =>
      html("button", { type: "button", className: `player-${name}`, onclick: click }, words[name])
    const steady = (action) => () => {
      this.pause()
      action()
      this.#reveal()
    }
    this.playing = button("play", () => {
      if (this.#timer) return this.pause()
      if (this.at === this.moments.length) this.go(0)
      this.play()
    })
    this.slider = html("input", { type: "range", min: 0, step: 1, className: "player-timeline" })
    this.slider.setAttribute("aria-label", words.timeline)
    this.slider.oninput = steady(() => this.go(+this.slider.value))
    this.switches = {}
    const switches = SWITCHES.map((name) => {
      const box = html("input", { type: "checkbox", onchange: () => this.toggle(name, box.checked) })
      this.switches[name] = box
      return html("label", {}, box, ` ${words[name]}`)
    })
    this.drawing = html("div", { className: "player-drawing", tabIndex: 0 })
    this.drawing.setAttribute("role", "group")
    this.drawing.setAttribute("aria-label", words.drawing)
    this.grip = html("span", { className: "player-grip", ariaHidden: true }, "✥")
    this.said = html("p", { className: "player-said" })
    this.said.setAttribute("aria-live", "polite")
    this.table = html("tbody")
    this.steps = html("ol")
    const heads = ["node", "made_as", "data", "grad"].map((name) => html("th", { scope: "col" }, words[name]))
    this.#listen()
    this.text = html(
      "details",
      { className: "player-text", ontoggle: () => this.#tell() },
      html("summary", {}, words.in_text),
      html(
        "div",
        { className: "player-scroll" },
        html("table", {}, html("thead", {}, html("tr", {}, ...heads)), this.table),
      ),
      this.steps,
    )
    return [
      html(
        "div",
        { className: "player-buttons" },
        button("forward", () => this.forward()),
        button("backward", () => this.backward()),
        button(
          "previous",
          steady(() => this.go(this.at - 1)),
        ),
        this.playing,
        button(
          "next",
          steady(() => this.go(this.at + 1, { travel: true })),
        ),
        this.slider,
      ),
      this.drawing,
      this.said,
      html(
        "div",
        { className: "player-switches" },
        ...switches,
        button("level", () => this.tilt(0, 0)),
        this.grip,
      ),
      this.text,
    ]
  }

  #setPlaying(playing) {
    this.playing.textContent = playing ? this.words.pause : this.words.play
  }

  #listen() {
    const { drawing } = this
    drawing.onkeydown = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const [right, down] =
        { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key] ?? []
      if (event.shiftKey && right !== undefined) this.tilt(this.#tilt.x + right / 12, this.#tilt.y + down / 12)
      else if (right) (this.pause(), this.go(this.at + right, { travel: right > 0 }), this.#reveal())
      else if (event.key === " ") this.playing.click()
      else if (event.key === "Home") (this.pause(), this.go(0))
      else if (event.key === "End") (this.pause(), this.go(this.moments.length))
      else return
      event.preventDefault()
    }
    // A mouse tilts anywhere; a finger scrolls the drawing, and tilts it by the grip.
    for (const handle of [drawing, this.grip]) {
      handle.onpointerdown = (event) => {
        if (event.button || (event.pointerType === "touch" && handle === drawing)) return
        const from = { x: event.clientX, y: event.clientY, tilt: this.#tilt }
        handle.setPointerCapture(event.pointerId)
        handle.onpointermove = (moved) =>
          this.tilt(from.tilt.x + (moved.clientX - from.x) / 400, from.tilt.y + (moved.clientY - from.y) / 400)
      }
      handle.onpointerup = handle.onpointercancel = () => (handle.onpointermove = null)
    }
  }

  // The drawing.

  // What is said on an edge stands between two layers, and a sum may be wider than its card. While nothing but numbers
  // changes, the room for them never shrinks.
  #room(same) {
    const { backward } = this.story
    const before = same ? this.room : { gap: GAP, left: MARGIN }
    const widest = (texts) => LETTER * Math.max(...texts.map((text) => text.length))
    const gap = Math.max(before.gap, widest(["", ...backward.map(({ product }) => product)]) + LETTER)
    const left = Math.max(before.left, (widest(["", ...backward.map(({ sum }) => sum ?? "")]) - UPRIGHT.card) / 2)
    return { gap, left, upright: this.#standsUpright(gap, left) }
  }

  #standsUpright(gap, left) {
    const { columns, rows } = this.#extent()
    const lying = columns * (CARD.width + gap) + CARD.width + 2 * left
    const standing = rows * (UPRIGHT.card + UPRIGHT.beside) + UPRIGHT.card + 2 * left
    const available = this.box.parentElement?.clientWidth ?? Infinity
    return standing < lying && available < lying * READABLE
  }

  // How many layers and rows there are, less one.
  #extent() {
    const { nodes, edges } = this.story
    return {
      columns: Math.max(...nodes.map((node) => node.layer)),
      rows: Math.max(...nodes.map((node) => node.height), ...edges.flatMap((edge) => edge.lane)),
    }
  }

  #draw(room) {
    const { nodes, edges } = this.story
    const { columns, rows } = this.#extent()
    const { upright } = room
    this.room = room
    this.card = { ...CARD, width: upright ? UPRIGHT.card : CARD.width }
    const lines = svg("g")
    const cards = svg("g")
    const labels = svg("g")
    this.cards = nodes.map((node) => this.#card(node, cards))
    this.lines = edges.map((edge) => {
      const line = svg("path", { class: "player-edge" })
      const label = svg("text", { class: "player-label" }, svg("tspan", { x: 0 }), svg("tspan", { x: 0, dy: "1.3em" }))
      lines.append(line)
      labels.append(label)
      const twins = edges.filter((other) => other.parent === edge.parent && other.child === edge.child)
      // Edges enter a card in the order in which they come, so that they do not cross in front of it.
      const from = (other) => other.lane.at(-1) ?? nodes[other.parent].height
      const entering = edges.filter((other) => other.child === edge.child).sort((one, other) => from(one) - from(other))
      const port = (entering.indexOf(edge) - (entering.length - 1) / 2) * 22
      return {
        line,
        label,
        bow: twins.length > 1 ? (twins.indexOf(edge) - 0.5) * (upright ? UPRIGHT.bow : 90) : 0,
        port,
      }
    })
    this.head = !upright && this.lines.some(({ bow }) => bow) ? HEAD : 0
    const { layer, row } = (this.pitch = upright
      ? { layer: this.card.height + UPRIGHT.gap, row: this.card.width + UPRIGHT.beside }
      : { layer: this.card.width + room.gap, row: ROW })
    const [across, down] = upright ? [rows * row, columns * layer] : [columns * layer, rows * row]
    this.left = room.left
    this.width = across + this.card.width + 2 * this.left
    this.height = down + this.card.height + 2 * MARGIN + this.head + 18
    this.dot = svg("circle", { class: "player-dot", r: 6, visibility: "hidden" })
    const picture = svg("svg", { "aria-hidden": true }, lines, cards, labels, this.dot)
    picture.style.setProperty("--width", `${this.width}px`)
    picture.style.aspectRatio = `${this.width} / ${this.height}`
    this.picture = picture
    this.drawing.replaceChildren(picture)
    this.#place()
    this.#list()
  }

  #card(node, cards) {
    const { width, height } = this.card
    const text = (className, y) => svg("text", { class: className, x: width / 2, y })
    const parts = {
      value: text("player-value", 41),
      gradient: text("player-gradient", 60),
      sum: text("player-sum", 86),
    }
    const title = text("player-title", 20)
    const named = node.name && node.parents.length ? `${node.name} = ${node.symbol}` : node.title
    const whole = node.op || node.name ? named : `${named} · ${this.words.constant}`
    title.textContent = whole.length > TITLE.most ? `${whole.slice(0, TITLE.most)}…` : whole
    const fits = node.parents.length ? TITLE.made : TITLE.leaf
    if (whole.length * fits.letter > width - fits.edges + LETTER) {
      title.setAttribute("textLength", String(width - fits.edges))
      title.setAttribute("lengthAdjust", "spacingAndGlyphs")
    }
    const kind = node.parents.length ? (node.derived ? "derived" : "made") : node.name ? "leaf" : "leaf constant"
    const shape = svg("rect", { width, height, rx: node.parents.length ? 6 : 35 })
    const group = svg(
      "g",
      { class: `player-card ${kind}`, "data-node": node.id },
      shape,
      title,
      parts.value,
      parts.gradient,
      parts.sum,
    )
    cards.append(group)
    return { group, ...parts }
  }

  // From layers and heights to the screen, through the tilt.
  #project(x, y) {
    const { x: yaw, y: pitch } = this.#tilt
    const [dx, dy] = [x - this.width / 2, y - this.height / 2]
    const depth = yaw || pitch ? ((this.room.upright ? dy : dx) / this.pitch.layer) * TILT.layer : 0
    const turned = depth * Math.cos(yaw) - dx * Math.sin(yaw)
    const size = 1 + (turned * Math.cos(pitch) - dy * Math.sin(pitch) - depth) / TILT.far
    return {
      x: this.width / 2 + (dx * Math.cos(yaw) + depth * Math.sin(yaw)) * size,
      y: this.height / 2 + (dy * Math.cos(pitch) + turned * Math.sin(pitch)) * size,
      size,
    }
  }

  // An edge is told in two numbers, whichever way the graph grows: how far along the layers, how far across them.
  #place() {
    const { nodes, edges } = this.story
    const { upright } = this.room
    const { width, height } = this.card
    const thickness = upright ? height : width
    const along = (layer) => (upright ? MARGIN : this.left) + layer * this.pitch.layer
    const across = (row) => (upright ? this.left + width / 2 : MARGIN + this.head + height / 2) + row * this.pitch.row
    const project = (far, wide) => (upright ? this.#project(wide, far) : this.#project(far, wide))
    const point = (far, wide) => (({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)(project(far, wide))
    nodes.forEach((node, number) => {
      const { x, y, size } = project(along(node.layer) + thickness / 2, across(node.height))
      const corner = `translate(${x} ${y}) scale(${size}) translate(${-width / 2} ${-height / 2})`
      this.cards[number].group.setAttribute("transform", corner)
    })
    edges.forEach((edge, number) => {
      const { line, label, bow, port } = this.lines[number]
      const [parent, child] = [nodes[edge.parent], nodes[edge.child]]
      let [far, wide] = [along(parent.layer) + thickness, across(parent.height)]
      let path = `M${point(far, wide)}`
      const curve = (toFar, toWide) => {
        const bend = (toFar - far) / 2
        path += `C${point(far + bend, wide + bow)} ${point(toFar - bend, toWide + bow)} ${point(toFar, toWide)}`
        // Upright, words stand beside each other: nearer to the parents, which lie further apart.
        const share = upright && !bow ? 0.28 : 0.5
        this.lines[number].at = project((far + toFar) / 2, wide + (toWide - wide) * share + bow * 0.75)
        ;[far, wide] = [toFar, toWide]
      }
      edge.lane.forEach((row, index) => {
        curve(along(parent.layer + 1 + index), across(row))
        far += thickness
        path += `L${point(far, wide)}`
      })
      curve(along(child.layer), across(child.height) + port)
      line.setAttribute("d", path)
      const { x: labelX, y: labelY } = this.lines[number].at
      label.setAttribute("transform", `translate(${labelX} ${labelY - (upright ? 2 : 20)})`)
    })
    // Tilted, the corners leave the box: the view takes a step back.
    const corners = [0, this.width].flatMap((x) => [0, this.height].map((y) => this.#project(x, y)))
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    const [x, y] = [Math.min(0, ...xs), Math.min(0, ...ys)]
    const box = [x, y, Math.max(this.width, ...xs) - x, Math.max(this.height, ...ys) - y]
    this.picture.setAttribute("viewBox", box.join(" "))
  }

  // What the drawing shows where the player now stands.
  #update() {
    const { nodes, edges } = this.story
    const valued = new Set(nodes.filter((node) => !node.parents.length).map((node) => node.id))
    const arrived = new Map()
    const walked = new Map()
    this.moments.slice(0, this.at).forEach(({ node, seed, step }) => {
      if (step) (arrived.set(step.parent, step), walked.set(step.edge, step))
      else if (seed) arrived.set(seed.id, { shown: seed.gradient, last: true })
      else valued.add(node.id)
    })
    const now = this.moments[this.at - 1] ?? {}
    this.rows.forEach(([made, data, grad], number) => {
      const { id, computed, shown, gradient } = nodes[number]
      const step = this.on.gradients ? { shown: gradient, last: true } : arrived.get(id)
      const value = valued.has(id) ? shown : "--"
      const slope = step ? step.shown + (step.last ? "" : " + …") : "--"
      const card = this.cards[number]
      card.value.textContent = `data ${value}`
      card.gradient.textContent = `grad ${slope}`
      card.sum.textContent = step?.sum ?? ""
      card.group.classList.toggle("waiting", !valued.has(id))
      card.group.classList.toggle("now", (now.node ?? now.seed)?.id === id)
      card.group.classList.toggle("reached", !!step)
      made.textContent = valued.has(id) ? computed : ""
      data.textContent = value
      grad.textContent = slope
    })
    edges.forEach((edge, number) => {
      const { line, label } = this.lines[number]
      const step = walked.get(number)
      label.firstChild.textContent = step?.product ?? ""
      label.lastChild.textContent = step ? `= ${step.result}` : this.on.locals ? `× ${edge.shown}` : ""
      for (const one of [line, label]) {
        one.classList.toggle("walked", !!step)
        one.classList.toggle("now", now.step?.edge === number || (now.node?.id === edge.child && !now.step))
        one.classList.toggle("waiting", !valued.has(edge.child))
      }
      if (now.step?.edge === number) label.parentNode.append(label)
    })
    this.slider.value = this.at
    this.slider.setAttribute("aria-valuetext", this.#sentence())
    this.#tell()
  }

  // The steps as a list, while somebody reads it.
  #tell() {
    const happened = this.text.open ? this.moments.slice(0, this.at) : []
    this.steps.replaceChildren(...happened.map((_, index) => html("li", {}, this.#sentence(index + 1))))
  }

  // A dot runs along the edge of the step: backward from child to parent, forward the other way.
  #travel(start) {
    const now = this.moments[this.at - 1]
    const walked = now.step
      ? [now.step.edge]
      : this.story.edges.flatMap((edge, number) => (edge.child === now.node?.id ? [number] : []))
    if (!walked.length) return
    const { line } = this.lines[walked[0]]
    const length = line.getTotalLength()
    const frame = (time) => {
      const share = Math.min(1, (time - start) / (STEP * 0.6))
      const { x, y } = line.getPointAtLength(length * (now.step ? 1 - share : share))
      this.dot.setAttribute("cx", x)
      this.dot.setAttribute("cy", y)
      this.dot.setAttribute("visibility", share < 1 ? "visible" : "hidden")
      if (share < 1) this.#frame = requestAnimationFrame(frame)
    }
    this.#frame = requestAnimationFrame(frame)
  }

  // Scrolls the drawing, and nothing else, so that the step can be seen: its card, and above all what its edge says.
  #reveal() {
    const box = this.drawing.getBoundingClientRect()
    const shown = [...this.drawing.querySelectorAll(".player-card.now, .player-label.now")].map((one) =>
      one.getBoundingClientRect(),
    )
    const wide = shown.filter(({ width }) => width)
    if (!wide.length || wide.every(({ left, right }) => left >= box.left && right <= box.right)) return
    const [left, right] = [Math.min(...wide.map((one) => one.left)), Math.max(...wide.map((one) => one.right))]
    const middle = right - left <= box.width ? (left + right) / 2 : (wide.at(-1).left + wide.at(-1).right) / 2
    const to = this.drawing.scrollLeft + middle - box.left - box.width / 2
    this.drawing.scrollTo({ left: to, behavior: this.#still.matches ? "auto" : "smooth" })
  }

  // Words.

  #sentence(at = this.at) {
    const { words, moments, story } = this
    const { node, seed, step } = moments[at - 1] ?? {}
    if (step) {
      const values = { child: story.nodes[step.child].called, parent: node.called, text: step.text, sum: step.sum }
      return fill(words.say_step, values) + (step.sum ? ` ${fill(words.say_sum, values)}` : "")
    }
    if (seed) return fill(words.say_seed, { root: seed.called, gradient: seed.gradient })
    if (!node) return words.say_start
    const told = fill(words.say_value, { node: node.called, computed: node.computed })
    return at === this.computed ? `${told} ${words.say_computed}` : told
  }

  #list() {
    this.rows = this.story.nodes.map(() => [html("td"), html("td"), html("td")])
    this.table.replaceChildren(
      ...this.story.nodes.map((node, number) =>
        html("tr", {}, html("th", { scope: "row" }, node.called), ...this.rows[number]),
      ),
    )
  }
}
