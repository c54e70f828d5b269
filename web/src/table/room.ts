/** How much room the window gives, as the styles see it too. */
import { MediaQuery } from 'svelte/reactivity'

/** A phone is narrow, or it lies on its side and is low. */
export const phone = new MediaQuery('(max-width: 760px), (max-height: 480px)')
/** There is room beside the table. */
export const wide = new MediaQuery('(min-width: 981px)')
export const low = new MediaQuery('(max-height: 480px) and (min-width: 560px)')
/** An upright phone without height to spare. */
export const short = new MediaQuery('(max-width: 760px) and (max-height: 700px)')
