import { readVariable } from "#kernel/env";
import { mask } from "../log/mask.ts";
import { tell } from "./terminal.ts";

/** How a command ends. `configuration` is `EX_CONFIG` of sysexits.h, which systemd knows as a reason not to restart. */
export const EXIT = { ok: 0, failure: 1, usage: 2, configuration: 78 } as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Tells the operator why a command ended, in one line where one is enough. Answers the exit code. */
export async function reportFailure(error: unknown): Promise<ExitCode> {
	if (isNamed(error, "ConfigError")) {
		await tell(`${error.message}\n`);
		return EXIT.configuration;
	}
	if (isNamed(error, "AppError")) {
		await tell(`parley: ${error.message}\n`);
		return EXIT.failure;
	}
	if (wantsDebug()) await tell(`parley: ${mask(inspect(error))}\n`);
	else await tell(`parley: ${mask(summarize(error))}\nSet LOG_LEVEL=debug to see where this comes from.\n`);
	return EXIT.failure;
}

/** By name, not by class: loading the configuration's or the kernel's code is no business of `parley version`. */
const isNamed = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name;

/** The messages of an error and its causes, each once, as one line. */
function summarize(error: unknown): string {
	const messages: string[] = [];
	for (let at = error; at instanceof Error; at = at.cause) {
		if (!messages.some((message) => message.includes(at.message))) messages.push(at.message);
	}
	const line = messages.length > 0 ? messages.join(": ") : String(error);
	return line.replace(/\s+/g, " ").trim();
}

function inspect(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const own = error.stack ?? `${error.name}: ${error.message}`;
	return error.cause === undefined ? own : `${own}\ncaused by ${inspect(error.cause)}`;
}

/** The configuration itself may be what is broken. */
function wantsDebug(): boolean {
	try {
		return readVariable("LOG_LEVEL") === "debug";
	} catch {
		return false;
	}
}
