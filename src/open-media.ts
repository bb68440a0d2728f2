import type { MediaForwarder } from "#modules/meetings/forwarding";
import type { MediaRelay } from "#modules/meetings/relay";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { ownProgram } from "./own-program.ts";

/** Creates what runs the media worker; null where none is configured. It does not run yet. */
export async function openForwarder(
	{ mediaWorker: { isOn, ...options }, publicUrl }: Config,
	{ log }: Pick<Deps, "log">,
): Promise<MediaForwarder | null> {
	if (!isOn) return null;
	// Loaded only by installations that have one.
	const { createForwarder } = await import("#adapters/forwarding/forwarder");
	return createForwarder({ ...options, publicHost: new URL(publicUrl.href).hostname, program: ownProgram(), log });
}

/** Creates the relay between browsers; null where none is configured. It does not listen yet. */
export async function openRelay(
	{ turn: { port, tls, ...options } }: Config,
	deps: Pick<Deps, "clock" | "steadyMs" | "log">,
): Promise<MediaRelay | null> {
	if (port === undefined) return null;
	// Loaded only by installations that have one.
	const { createTurnServer } = await import("#adapters/turn/server");
	return createTurnServer({ ...options, port, tls: tls ?? null, ...deps });
}
