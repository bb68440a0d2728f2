import type { Config } from "../config.ts";

/** Timeout of requests to a server on this machine. */
const LOCAL_TIMEOUT_MS = 1_000;

/** Where a server of this configuration listens. */
export type ServerAddress = Pick<Config, "host" | "port" | "publicUrl">;

/** Asks the server that this configuration describes, on this machine. Rejects when nothing answers in time. */
export function askOwnServer({ host, port, publicUrl }: ServerAddress, path: string, timeoutMs = LOCAL_TIMEOUT_MS) {
	// A server that listens on all interfaces listens on loopback.
	const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
	return fetch(`http://${reachable}:${port}${publicUrl.prefix}${path}`, {
		headers: { host: new URL(publicUrl.href).host },
		redirect: "manual",
		signal: AbortSignal.timeout(timeoutMs),
	});
}
