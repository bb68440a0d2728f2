/** `bun tests/support/misbehave.ts`: a process with the server's handlers for unhandled errors that causes two of them. */
import { createLog } from "#src/log";
import { handleSignals } from "../../src/serve/signals.ts";

const log = createLog({ level: "info", format: "json" });
handleSignals(async () => log.info("stop was called"), 0, log);

void Promise.reject(new Error("a lost rejection"));
setTimeout(() => {
	log.info("still alive");
	setTimeout(() => {
		throw new Error("a thrown error");
	});
}, 20);
