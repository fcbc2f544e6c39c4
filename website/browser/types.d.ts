// The shapes that several files of the browser's part hand to each other.

/** A snippet of the page that can be run: what the build wrote, and what its bar adds. */
export interface Cell {
  element: HTMLElement
  code: HTMLElement
  /** Counted from 0 in page order. */
  number: number
  /** "page", or what the snippet is in an exercise: "starter", "check", … */
  role: string
  /** Its code as the page has it; also as markup, with the comments in it. */
  published: string
  markup: string
  comments: string[]
  bar: HTMLElement
  buttons: Record<"run" | "stop" | "check" | "edit" | "reset" | "reset_all", HTMLButtonElement>
  progress: HTMLProgressElement
  status: HTMLElement
  /** Whether the reader has changed its code. */
  edited: boolean
  editor?: Editor
  /** Under the cell: what its code came to. As long as it is seen it follows the page. */
  output?: HTMLElement
  /** Below that: the training that runs in the cell. */
  training?: Panel
}

/** What a page shows of a training. */
export interface Panel {
  box: HTMLElement
  message: HTMLElement
  go: HTMLButtonElement
  travel: HTMLElement
  slider: HTMLInputElement
  output: HTMLElement
  key: string
  /** Whether it is another than the page has: of other steps, or computed here. */
  isOther: boolean
  moments: number[]
  steps: number
  curve?: HTMLElement
}

export type Words = Record<string, string>

/** What the page lends to its live part. */
export interface Page {
  cells: Cell[]
  redraw(diagram: Element, text?: string, labels?: object): void
}

/** A stretch of an editor's text and the class that marks it; in UTF-16 units. */
export interface Mark {
  from: number
  to: number
  name: string
}

export interface Editor {
  text(): string
  focus(): void
  close(): void
  follow(changes: { from: number; to: number; insert: string }[], marks: Mark[]): void
  mark(name: string): void
  put(offset: number): void
}

/** A number, a table cell, an output…: something on the page that Python computes. */
export interface Place {
  kind: string
  element: Element | null
  /** What it shows in place of what the page says; null where that cannot be computed. */
  text: any
  published: any
  /** Of a diagram: the items of its list in words. */
  words?: Element[]
}

/** One answer of Python: its first key names a kind of place, the value of that its number. */
export type Answer = Record<string, any>

/** What Python drew: a picture, or one that the reader moves. */
export interface Drawn {
  svg: string
  rows: string[][]
  sliders?: Sliders
  readings?: Readings
}

/** A place along the x axis: where the picture has it, what it says, and of each series its number and how high it is. */
export type Column = [number, string, ([string, number | null] | null)[]]

/** What can be read off curves, as minigrad/plot/readings.py says it. */
export interface Readings {
  x: string
  names: string[]
  /** Of the legend: where each begins, the middle of its line, its width. */
  entries: [number, number, number][]
  top: number
  bottom: number
  columns: Column[]
}

/** What lies over a drawing of which something can be read off. */
export interface Overlay {
  box: HTMLElement
  drawing: SVGSVGElement
  readings?: Readings
  line: HTMLElement
  readout: HTMLElement
  switches: HTMLElement
  keys: HTMLInputElement
  /** The names of the series that are switched off. */
  off: Set<string>
}

/** The sliders of a picture: the frames for all positions of the last one at the first of the one before it, and so on. */
export interface Sliders {
  names: string[]
  positions: string[][]
  start: number[]
  /** The same for the same picture. */
  key: string
  frames?: Drawn[]
  /** Where the frames are, if they are not here. */
  file?: string
}

/** A picture as elements of the page. */
export interface Picture {
  drawing: Element
  rows: string[][]
  sliders?: Sliders
  /** Or the file that has them. */
  readings?: Readings | string
  /** The same for the same picture. */
  key: string
}

/** A run of the page, from the press until its last answer is on the page. */
export interface Run {
  cell: Cell
  check: boolean
  /** It follows from an edit: nobody has pressed Run. */
  quiet: boolean
  /** It takes the steps that a stopped training has left. */
  goOn: boolean
  /** Aborted when a newer run is wanted. */
  abort: AbortController
  /** Rejects when the reader presses Stop. */
  stopped: Promise<never>
  stop(): void
  /** The code of cells that are edited or open in an editor, by number, as it was sent. */
  texts: Record<number, string>
  /** Of those, the ones that differ from the page. */
  edited: Record<number, string>
  /** The last edit that was sent. */
  edit: number
  /** Places and cells that were answered for. */
  followed: Set<Place | Cell>
  counts: { changed: number; lost: number }
  /** Whether Python was begun anew for this run: without an edit the page had changed. */
  renewed: boolean
  /** Whether a training has told something: then the page may say something else, though nobody has edited it. */
  trains: boolean
  /** Whether what runs now is a training that hears what is said to it. */
  rests: boolean
  say?(word: string): void
  /** Whether the cell's own outcome is there. */
  answered: boolean
  verdict?: string
  failure?: Answer
}

/** A node of a graph, as website/shared/story.py tells it; numbers that JSON lacks are "inf", "-inf" and "nan". */
export interface StoryNode {
  id: number
  name: string
  op: string
  data: number | string
  total: number | string
  parents: number[]
  called: string
  symbol: string
  title: string
  computed: string
  derived: boolean
  /** Its data, and its gradient when all of it has arrived, as texts. */
  value: string
  gradient: string
  layer: number
  height: number
}

export interface StoryEdge {
  parent: number
  child: number
  /** Its local derivative, as text. */
  slope: string
  lane: number[]
  port: number
  bow: number
}

/** A step of the backward pass. */
export interface StoryStep {
  parent: number
  child: number
  edge: number
  product: string
  result: string
  text: string
  sum: string
  /** The parent's gradient so far, as text. */
  gradient: string
  last: boolean
}

export interface Story {
  nodes: StoryNode[]
  edges: StoryEdge[]
  backward: StoryStep[]
}

/** A story, and the same in primitives where anything in it is derived. */
export interface Stories {
  story: Story
  expanded: Story | null
}

/** What website/shared/sandbox.py says of an expression: its story, or what is wrong with it and where. */
export interface SandboxAnswer extends Stories {
  expression: string
  /** Nothing where the expression cannot be read. */
  variables?: Record<string, number>
  error: { kind: string; values: unknown[]; message: string; column: number } | null
  python: string
  mermaid: string
}

export type Moment =
  | { kind: "value"; node: StoryNode }
  | { kind: "seed"; node: StoryNode }
  | { kind: "step"; node: StoryNode; step: StoryStep }

/** What is known at a moment of a story: nodes with a value, by id; gradients so far; the steps of walked edges. */
export interface State {
  valued: Set<number>
  gradients: Map<number, { text: string; sum: string }>
  walked: Map<number, StoryStep>
  now: Moment | undefined
}

export type Switch = "locals" | "expanded" | "gradients"

declare global {
  /** Material's search worker has it. */
  const lunr: any
}
