/** Saving something from the page to a file on the player's machine. */

export function save(value: unknown, name: string): void {
  const file = new Blob([JSON.stringify(value, null, 1)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
