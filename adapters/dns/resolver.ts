import { getServers } from "node:dns";
import { isIP } from "node:net";
import type { TxtAnswer, TxtResolver } from "#modules/organizations/domains";
import { askByTcp, askByUdp, type DnsServer } from "./exchange.ts";
import { type DnsResponse, decodeResponse, encodeQuery, type RecordType } from "./message.ts";

/** Time a server has for one answer, in ms. */
const TIMEOUT_MS = 2_000;
/** Maximum number of servers that are asked, and how often each. */
const MAX_SERVERS = 3;
const ROUNDS = 2;
/** No server is asked once so much time has passed, in ms: a person waits for the answer. */
const PATIENCE_MS = 5_000;

const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/** Options of {@link createDnsClient}. */
export interface DnsClientOptions {
	/** Addresses of recursive servers, with a port if it is not 53; undefined: those of the system. */
	readonly servers: readonly string[] | undefined;
	/** Time a server has for one answer, in ms; default: 2,000. */
	readonly timeoutMs?: number;
}

/** The records of a name, none when there is no such name; or why nobody could say. */
export type DnsAnswer = { readonly values: readonly string[] } | { readonly failure: unknown };

/** Returns the records of a name. Rejects only when the signal is aborted, with its reason. */
export type LookUpRecords = (name: string, type: RecordType, signal: AbortSignal) => Promise<DnsAnswer>;

/**
 * Creates a client of recursive DNS servers, which follow aliases. It asks them itself: Bun's resolver keeps answers, and
 * takes the strings of one TXT record for several.
 */
export function createDnsClient({ servers, timeoutMs = TIMEOUT_MS }: DnsClientOptions): LookUpRecords {
	async function ask(server: DnsServer, query: Buffer, signal: AbortSignal): Promise<DnsResponse> {
		const accept = (message: Buffer) => decodeResponse(message, query);
		const inTime = () => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
		const response = await askByUdp(server, query, accept, inTime());
		return response.isTruncated ? askByTcp(server, query, accept, inTime()) : response;
	}

	/** Asks one server. @throws the reason of the signal */
	async function lookUpAt(server: DnsServer, query: Buffer, signal: AbortSignal): Promise<DnsAnswer> {
		signal.throwIfAborted();
		try {
			const { rcode, values } = await ask(server, query, signal);
			if (rcode === NO_ERROR || rcode === NO_SUCH_NAME) return { values: rcode === NO_ERROR ? values : [] };
			return { failure: new Error(`the DNS server ${server.host} answered with code ${rcode}`) };
		} catch (failure) {
			signal.throwIfAborted();
			return { failure };
		}
	}

	return async (name, type, signal) => {
		const once = (servers ?? getServers()).slice(0, MAX_SERVERS).map(toServer);
		const startedMs = performance.now();
		let answer: DnsAnswer = { failure: new Error("no DNS server is configured") };
		for (const server of Array.from({ length: ROUNDS }, () => once).flat()) {
			if (performance.now() - startedMs > PATIENCE_MS) break;
			answer = await lookUpAt(server, encodeQuery(name, type), signal);
			if ("values" in answer) break;
		}
		return answer;
	};
}

/** Creates the resolver of TXT records. */
export function createTxtResolver(options: DnsClientOptions): TxtResolver {
	const lookUp = createDnsClient(options);
	return {
		async lookUp(name, signal): Promise<TxtAnswer> {
			const answer = await lookUp(name, "TXT", signal);
			return "values" in answer ? { texts: answer.values } : answer;
		},
	};
}

/** Parses `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`, as the configuration admits them. */
function toServer(text: string): DnsServer {
	if (isIP(text) > 0) return { host: text, port: 53 };
	const [, host = text, port = "53"] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(text) ?? [];
	return { host, port: Number(port) };
}
