/** Mouse, pen and fingers on the board, told as what they mean: pan, pinch, wheel, tap, double tap, long press, hover. */

import type { Point } from "../api/types";
import { wheelFactor } from "./camera";

export interface Gestures {
  pan(across: number, down: number): void;
  pinch(from: [Point, Point], to: [Point, Point]): void;
  wheel(at: Point, factor: number): void;
  grab(at: Point, target: Element, touch: boolean, shift: boolean): boolean; // whether a counter or the ruler is dragged, and not the map
  carry(at: Point): void;
  release(at: Point | null): void;
  tap(at: Point, target: Element, touch: boolean, whole: boolean): void; // whole: with the Shift key
  doubleTap(at: Point, target: Element): void;
  longPress(at: Point, target: Element): void;
  hover(at: Point | null, target: Element | null): void;
  press(at: Point, target: Element): void; // a click by other means than a pointer
  moving(moving: boolean): void;
}

const LONG = 500; // milliseconds
const DOUBLE = 320;
const NEAR = 26; // pixels between the two taps of a double tap

interface Finger {
  at: Point;
  from: Point;
}

/** Listens on an element; gives back how to stop. */
export function listen(view: HTMLElement, to: Gestures): () => void {
  const stop = new AbortController();
  const fingers = new Map<number, Finger>();
  let kind = "mouse";
  let dragging = false;
  let carrying = false;
  let spent = false; // this press has already meant something
  let target: Element | null = null;
  let timer = 0;
  let pressed = 0; // when
  let last: { at: Point; time: number } | null = null;

  const at = (event: MouseEvent): Point => {
    const box = view.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const on = <Name extends keyof HTMLElementEventMap>(name: Name, act: (event: HTMLElementEventMap[Name]) => void, passive = true) =>
    view.addEventListener(name, act, { signal: stop.signal, passive });
  const settle = () => {
    clearTimeout(timer);
    if (dragging && !carrying) to.moving(false);
    dragging = carrying = false;
  };

  on("pointerdown", (event) => {
    kind = event.pointerType;
    if (kind === "mouse" && event.button !== 0 && event.button !== 1) return;
    const point = at(event);
    fingers.set(event.pointerId, { at: point, from: point });
    clearTimeout(timer);
    if (fingers.size > 1) {
      spent = true;
      return;
    }
    spent = false;
    target = event.target as Element;
    pressed = event.timeStamp;
    const under = target;
    if (kind !== "mouse")
      timer = window.setTimeout(() => {
        spent = true;
        to.longPress(point, under);
      }, LONG);
  });

  on("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    const point = at(event);
    if (!finger) {
      if (event.pointerType !== "touch") to.hover(point, event.target as Element);
      return;
    }
    if (!dragging && Math.hypot(point[0] - finger.from[0], point[1] - finger.from[1]) > (event.pointerType === "mouse" ? 4 : 9)) {
      dragging = spent = true;
      clearTimeout(timer);
      for (const id of fingers.keys()) capture(view, id);
      carrying = fingers.size === 1 && target !== null && event.buttons !== 4 && to.grab(finger.from, target, kind === "touch", event.shiftKey);
      if (!carrying) to.moving(true);
    }
    if (!dragging) return;
    if (carrying) to.carry(point);
    else if (fingers.size === 1) to.pan(point[0] - finger.at[0], point[1] - finger.at[1]);
    else {
      const [a, b] = [...fingers.entries()];
      const other = a![0] === event.pointerId ? b![1].at : a![1].at;
      to.pinch([finger.at, other], [point, other]);
    }
    finger.at = point;
  });

  const lift = (event: PointerEvent, tapped: boolean) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    clearTimeout(timer);
    if (fingers.size > 0) return;
    const meant = tapped && !spent && target !== null;
    if (carrying) to.release(tapped ? at(event) : null);
    settle();
    if (!meant || event.button === 1) return;
    const point = at(event);
    // A page that was busy may hear of a long press only when it is over.
    if (kind !== "mouse" && event.timeStamp - pressed >= LONG) {
      to.longPress(point, target!);
      return;
    }
    const now = event.timeStamp;
    const again = last && now - last.time < DOUBLE && Math.hypot(point[0] - last.at[0], point[1] - last.at[1]) < NEAR;
    last = again ? null : { at: point, time: now };
    if (again) to.doubleTap(point, target!);
    else to.tap(point, target!, event.pointerType === "touch", event.shiftKey);
  };
  on("pointerup", (event) => lift(event, true));
  on("pointercancel", (event) => lift(event, false));
  on("pointerleave", (event) => {
    if (event.pointerType !== "touch" && !fingers.has(event.pointerId)) to.hover(null, null);
  });

  on(
    "contextmenu",
    (event) => {
      event.preventDefault();
      const byFinger = fingers.size > 0 && kind !== "mouse"; // then the long press has been told already
      spent = true;
      if (!byFinger) to.longPress(at(event), event.target as Element);
    },
    false,
  );
  on("click", (event) => {
    if (event.detail === 0) to.press(at(event), event.target as Element);
  });

  on(
    "wheel",
    (event) => {
      event.preventDefault();
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (sideways && !event.ctrlKey) to.pan(-(event.deltaX || event.deltaY), event.deltaX ? -event.deltaY : 0);
      else to.wheel(at(event), wheelFactor(event.deltaY, event.deltaMode, event.ctrlKey));
    },
    false,
  );

  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function capture(view: HTMLElement, pointer: number): void {
  try {
    view.setPointerCapture(pointer);
  } catch {
    // a pointer that was lifted in the meantime needs no capture
  }
}
