import type { Command } from "@commander-js/extra-typings";
import { configuration, JSON_HELP } from "./shared.ts";

const HELP = `
All servers of a database must use the same blob store: the same bucket, or the same folder at DATA_DIR/blobs. Parley marks the store,
and a server that does not find the mark is not ready. Run this after blobs were moved without the mark, or were lost for good; then
restart all servers. Content that the store lacks is answered with 410.`;

/** Adds the command for the blob store. */
export function addBlobsCommands(program: Command): void {
	const blobs = program.command("blobs").description("manage the blob store");
	blobs
		.command("adopt")
		.description("make the configured blob store that of the installation, whatever it contains")
		.option("--json", JSON_HELP)
		.addHelpText("after", HELP)
		.action(async (options) => {
			const config = await configuration();
			const { adoptBlobs } = await import("../blobs.ts");
			await adoptBlobs(config, options);
		});
}
