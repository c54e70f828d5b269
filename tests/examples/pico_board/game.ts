/** Everything that is drawn for this game only: it comes as one file. */
export { default as Board } from './Board.svelte'
export { default as Scene } from './Scene.svelte'
export * as face from './face'
