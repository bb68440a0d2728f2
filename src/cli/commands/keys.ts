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
			"create a new key and re-encrypt everything with it; run again to resume after an interruption. " +
				"Uploads in progress must be restarted",
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
			"recover from a permanently lost key: list what is lost with it (exits with 1); with --yes, discard " +
				"that and create a new key",
		)
		.option("--yes", "proceed")
		.option("--json", JSON_HELP)
		.action(async (options) => {
			const config = await configuration();
			const { resetKeys } = await import("../keys.ts");
			exitWith(await resetKeys(config, options));
		});
}
