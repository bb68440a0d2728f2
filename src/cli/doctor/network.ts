import { createServer } from "node:net";
import { fetchJson } from "#adapters/fetch-json";
import type { PublicUrl } from "#kernel/public-url";
import { isLoopback } from "../../config/parse.ts";
import type { Config } from "../../config.ts";
import { type Finding, reasonOf } from "./finding.ts";

/** How long a provider may take to answer. */
const TIMEOUT_MS = 5_000;
/** How long a server on this machine may take. */
const LOCAL_TIMEOUT_MS = 1_000;

/** Whether links will lead here, and tokens travel unseen. */
export function examinePublicUrl({ publicUrl, host, trustedProxies }: Config): readonly Finding[] {
	const check = "public URL";
	const { href } = publicUrl;
	const url = new URL(href);
	const isLocal = isLoopback(url.hostname);
	const listensLocally = isLoopback(host);
	if (isLocal && !listensLocally) {
		const mend = "Set PUBLIC_URL to the address people use: links in mails and tokens are made from it.";
		return [{ check, verdict: "warn", detail: `${href}, although HOST=${host} takes requests from outside`, mend }];
	}
	if (isLocal) return [{ check, verdict: "ok", detail: `${href}, for this machine alone` }];
	if (url.protocol === "http:") {
		const mend = "Put a reverse proxy with a certificate in front, and set PUBLIC_URL to https://…";
		return [{ check, verdict: "warn", detail: `${href}: passwords and tokens travel in the clear`, mend }];
	}
	if (trustedProxies.length === 0) {
		const mend = "Set TRUSTED_PROXIES to the address of the reverse proxy (127.0.0.1 when it runs on this machine).";
		const detail = `${href}, but no proxy is trusted: everybody shares its address in rate limits and audit entries`;
		return [{ check, verdict: "warn", detail, mend }];
	}
	return [{ check, verdict: "ok", detail: href }];
}

/** Whether parley can listen, or does already. */
export async function examinePort({ host, port, publicUrl }: Config): Promise<Finding> {
	const check = "port";
	const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
	if (port === 0) return { check, verdict: "ok", detail: "any that is free (PORT=0)" };
	const fault = await tryToListen(host, port);
	if (fault === null) return { check, verdict: "ok", detail: `${address} is free` };
	if (fault === "EADDRINUSE" && (await isParley(host, port, publicUrl))) {
		return { check, verdict: "ok", detail: `parley answers on ${address}` };
	}
	const mends: Readonly<Record<string, string>> = {
		EADDRINUSE: "Stop the other program, or set PORT to a free port.",
		EACCES: "Ports below 1024 need a privilege: take a higher one behind a reverse proxy.",
		EADDRNOTAVAIL: "Set HOST to an address of this machine, 127.0.0.1 or 0.0.0.0.",
	};
	const mend = mends[fault] ?? "Check HOST and PORT.";
	const detail = fault === "EADDRINUSE" ? `${address} is taken by another program` : `${address}: ${fault}`;
	return { check, verdict: "fail", detail, mend };
}

/** Null when a server could listen there, else the system's code. */
function tryToListen(host: string, port: number): Promise<string | null> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
		server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
	});
}

async function isParley(host: string, port: number, publicUrl: PublicUrl): Promise<boolean> {
	// What listens everywhere listens on loopback.
	const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
	try {
		const response = await fetch(`http://${reachable}:${port}${publicUrl.prefix}/version`, {
			headers: { host: new URL(publicUrl.href).host },
			redirect: "manual",
			signal: AbortSignal.timeout(LOCAL_TIMEOUT_MS),
		});
		const body: unknown = await response.json();
		const data = typeof body === "object" && body !== null && "data" in body ? body.data : null;
		return typeof data === "object" && data !== null && "name" in data && data.name === "parley";
	} catch {
		return false;
	}
}

/** Whether the OIDC provider answers and is the one that is configured. */
export async function examineProvider({ oidc }: Config): Promise<readonly Finding[]> {
	if (!oidc) return [];
	const check = "OIDC provider";
	const url = `${oidc.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
	try {
		const { issuer, jwks_uri: keysUrl } = await fetchJson(url, AbortSignal.timeout(TIMEOUT_MS));
		if (issuer !== oidc.issuer) {
			const mend = "Set OIDC_ISSUER to exactly what the provider calls itself.";
			return [{ check, verdict: "fail", detail: `${oidc.issuer} calls itself ${String(issuer)}`, mend }];
		}
		if (typeof keysUrl !== "string") throw new Error(`${url} names no jwks_uri`);
		const { keys } = await fetchJson(keysUrl, AbortSignal.timeout(TIMEOUT_MS));
		if (!Array.isArray(keys) || keys.length === 0) throw new Error(`${keysUrl} holds no keys`);
		return [{ check, verdict: "ok", detail: `${oidc.issuer}, ${keys.length} keys` }];
	} catch (error) {
		const mend = "Check OIDC_ISSUER and the way there; until it answers, tokens of the provider are not accepted.";
		return [{ check, verdict: "fail", detail: `${oidc.issuer}: ${reasonOf(error)}`, mend }];
	}
}
