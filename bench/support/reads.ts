import { type LoadResult, wrk } from "./load.ts";
import type { BenchmarkServer } from "./server.ts";

/** One round of authenticated reads of the server's organization. */
export interface Reads extends LoadResult {
	/** CPU time of the server for each request, in µs. */
	readonly cpuUs: number;
}

/** A round of load; `script` as of {@link wrk}. */
interface Load {
	readonly seconds: number;
	readonly connections: number;
	readonly url?: string;
	readonly script?: string;
}

/** Returns the headers that authenticate the server's own client: its token, or its cookie. */
export const credentials = ({ ready: { token, cookie } }: BenchmarkServer): Record<string, string> =>
	cookie === undefined ? { authorization: `Bearer ${token}` } : { cookie };

/** Loads `ready.url` of a server, or another of its URLs. @throws Error when a request failed */
export async function read(server: BenchmarkServer, { url = server.ready.url ?? "", ...load }: Load): Promise<Reads> {
	const beforeMs = server.cpuMs();
	const result = await wrk(url, { ...load, headers: credentials(server) });
	if (result.failures > 0) throw new Error(`${server.name}: ${result.failures} requests failed`);
	return { ...result, cpuUs: ((server.cpuMs() - beforeMs) * 1000) / result.requests };
}
