/** What is said when something went wrong: the words of the server where it has some. */

import { t } from "../texts";
import { Refused } from "./client";

export function faultInWords(fault: unknown): string {
  return fault instanceof Refused ? fault.message : t("line.unreachable");
}
