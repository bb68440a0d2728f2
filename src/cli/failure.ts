import { readVariable } from "#kernel/env";
import { mask } from "../log/mask.ts";
import { printError } from "./terminal.ts";

/** Exit codes. `configuration` is `EX_CONFIG` of sysexits.h, which tells systemd not to restart. */
export const EXIT = { ok: 0, failure: 1, usage: 2, configuration: 78 } as const;

/** An exit code, one of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Prints why a command failed, in one line if possible. Returns the exit code. */
export async function reportFailure(error: unknown): Promise<ExitCode> {
	if (isNamed(error, "ConfigError")) {
		await printError(`${error.message}\n`);
		return EXIT.configuration;
	}
	if (isNamed(error, "SetupError")) {
		await printError(`parley: ${error.message}\n`);
		return EXIT.configuration;
	}
	if (isNamed(error, "AppError")) {
		await printError(`parley: ${error.message}\n`);
		return EXIT.failure;
	}
	if (wantsDebug()) await printError(`parley: ${mask(inspect(error))}\n`);
	else await printError(`parley: ${mask(summarize(error))}\nSet LOG_LEVEL=debug to see where this comes from.\n`);
	return EXIT.failure;
}

/**
 * Whether an error has this name. Not by class: `parley version` must not load the code of the configuration or the
 * kernel.
 */
const isNamed = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name;

/** Joins the messages of an error and its causes, without duplicates, in one line. */
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

/** Whether debug output is wanted; the configuration itself may be invalid. */
function wantsDebug(): boolean {
	try {
		return readVariable("LOG_LEVEL") === "debug";
	} catch {
		return false;
	}
}
