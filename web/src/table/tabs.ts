/** How far a row of tabs is scrolled so that one of them is seen whole, and the first in sight is not cut off. */
export function scrollFor(start: number, width: number, starts: number[], scrolled: number, room: number): number {
  const [least, most] = [start + width - room, start];
  if (scrolled >= least && scrolled <= most && starts.includes(scrolled)) return scrolled;
  return starts.find((each) => each >= least) ?? start;
}
