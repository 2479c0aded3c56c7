/** The card that is looked at: the hand sets it, the map draws its way. */
export const hover = $state<{ card: string | null }>({ card: null });
