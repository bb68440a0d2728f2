import type { Config } from "../../config.ts";

/** Help of `--json`. */
export const JSON_HELP = "write the result as JSON";

/** Help of `--init`. */
export const INIT_HELP = "make a new installation where there is none";

/** Loads the configuration when a command needs it: an invalid one must not break `--help`. */
export async function configuration(): Promise<Config> {
	const { loadConfig } = await import("../../config.ts");
	return loadConfig();
}
