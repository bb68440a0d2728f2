import { isIP } from "node:net";
import { dns } from "bun";
import { text } from "#kernel/texts";
import { OutboundError } from "#platform/outbound";
import { createDnsClient } from "./resolver.ts";

/**
 * Returns the addresses of a host, which may be one itself; none when the name does not exist. Nothing of an answer is
 * kept.
 * @throws OutboundError `name_not_found` when nobody could say; the reason of the signal
 */
export type ResolveAddresses = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Creates the resolver of addresses.
 * @param servers addresses of recursive servers; undefined: those of the system (`/etc/resolv.conf`), after the names of
 * its closed network (`/etc/hosts`)
 */
export function createAddressResolver(servers: readonly string[] | undefined): ResolveAddresses {
	const resolve = servers === undefined ? bySystem : byServers(servers);
	return async (host, signal) => (isIP(host) > 0 ? [host] : resolve(host.replace(/\.$/, ""), signal));
}

function byServers(servers: readonly string[]): ResolveAddresses {
	const lookUp = createDnsClient({ servers });
	return async (host, signal) => {
		if (!isName(host)) return [];
		const answers = await Promise.all([lookUp(host, "A", signal), lookUp(host, "AAAA", signal)]);
		const addresses = answers.flatMap((answer) => ("values" in answer ? answer.values : []));
		const failure = answers.find((answer) => "failure" in answer);
		if (addresses.length === 0 && failure) throw notFound(host, failure.failure);
		return addresses;
	};
}

const bySystem: ResolveAddresses = async (host, signal) => {
	const { promise: aborted, reject } = Promise.withResolvers<never>();
	const onAbort = () => reject(signal.reason);
	signal.addEventListener("abort", onAbort, { once: true });
	try {
		// By c-ares, which reads the files of the system, too: its own resolver would keep a thread of the few that write to disk until it has an answer.
		const found = await Promise.race([dns.lookup(host, { backend: "c-ares" }), aborted]);
		return found.map(({ address }) => address);
	} catch (error) {
		signal.throwIfAborted();
		throw notFound(host, error);
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
};

/** Whether a name can be asked for: labels of 1…63 bytes, 253 in all. */
const isName = (host: string): boolean =>
	host.length <= 253 && host.split(".").every((label) => /^.{1,63}$/.test(label));

const notFound = (host: string, cause: unknown) =>
	new OutboundError("name_not_found", text("The name {host} could not be resolved.", { host }), { cause });
