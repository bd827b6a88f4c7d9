// Tells the scenes that tests/browser/ asks for, one after another: a line of JSON for each, answered by a line with what went wrong.

import { latest, said } from "./scene.mjs";

let count = 0;
for await (const line of said) {
  const { scene, ...environment } = JSON.parse(line);
  Object.assign(process.env, environment);
  latest.faults = ["the scene was not told to its end"];
  try {
    await import(`./scenes/${scene}.mjs?${count}`); // the same scene may be asked for again
  } catch (error) {
    latest.faults.push(error.stack ?? String(error));
  }
  count += 1;
  console.log(`::told ${JSON.stringify(latest.faults)}`);
}
process.exit();
