import type { Config } from "../../config.ts";

/** Help of `--json`. */
export const JSON_HELP = "print the result as JSON";

/** Help of `--init`. */
export const INIT_HELP = "create a new installation if there is none";

/** Loads the configuration when a command needs it: an invalid one must not break `--help`. */
export async function configuration(): Promise<Config> {
	const { loadConfig } = await import("../../config.ts");
	return loadConfig();
}
