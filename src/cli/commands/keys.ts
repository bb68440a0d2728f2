import type { Command } from "@commander-js/extra-typings";
import type { ExitCode } from "../failure.ts";
import { configuration, JSON_HELP } from "./shared.ts";

/** Adds the commands for the encryption key. */
export function addKeysCommands(program: Command, exitWith: (code: ExitCode) => void): void {
	const keys = program
		.command("keys")
		.description("replace the encryption key; every server of the installation must be stopped");
	keys
		.command("rotate")
		.description(
			"make a new key and seal everything anew with it. Interrupted, it goes on when it is run again. Uploads in progress begin again",
		)
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { rotateKeys } = await import("../keys.ts");
			await rotateKeys(config, options);
		});
	keys
		.command("reset")
		.description(
			"for a key that is lost for good: say what is lost with it (exit code 1); with --yes forget that and go on with another key",
		)
		.option("--yes", "do it")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { resetKeys } = await import("../keys.ts");
			exitWith(await resetKeys(config, options));
		});
}
