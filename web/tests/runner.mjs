// Runs the scenes that tests/browser/ asks for, one after another: a line of JSON for each, answered by a line with what went wrong.

import { lines, result } from "./scene.mjs";

let count = 0;
for await (const line of lines) {
  const { scene, ...environment } = JSON.parse(line);
  Object.assign(process.env, environment);
  result.faults = ["the scene did not come to its end"];
  try {
    await import(`./scenes/${scene}.mjs?${count}`); // the same scene may be asked for again
  } catch (error) {
    result.faults.push(error.stack ?? String(error));
  }
  count += 1;
  console.log(`::faults ${JSON.stringify(result.faults)}`);
}
process.exit();
