// Work for when the browser has nothing else to do.
export const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 50))
