import { createServer } from "node:net";
import { fetchJson } from "#adapters/fetch-json";
import { isLoopback } from "#kernel/ip-address";
import type { Config } from "../../config.ts";
import { askOwnServer } from "../own-server.ts";
import { type Finding, messageOf } from "./finding.ts";

/** Timeout of requests to a provider. */
const TIMEOUT_MS = 5_000;

/** Checks whether links will lead here, and tokens are transmitted encrypted. */
export function checkPublicUrl({ publicUrl, host, trustedProxies }: Config): readonly Finding[] {
	const check = "public URL";
	const { href } = publicUrl;
	const url = new URL(href);
	const isLocal = isLoopback(url.hostname);
	const listensLocally = isLoopback(host);
	if (isLocal && !listensLocally) {
		const mend = "Set PUBLIC_URL to the address users see: links in mails and tokens are based on it.";
		return [{ check, verdict: "warn", detail: `${href}, although HOST=${host} accepts requests from outside`, mend }];
	}
	if (isLocal) return [{ check, verdict: "ok", detail: `${href}, for this machine only` }];
	if (url.protocol === "http:") {
		const mend = "Put a reverse proxy with a certificate in front, and set PUBLIC_URL to https://…";
		return [{ check, verdict: "warn", detail: `${href}: passwords and tokens are sent unencrypted`, mend }];
	}
	if (trustedProxies.length === 0) {
		const mend = "Set TRUSTED_PROXIES to the address of the reverse proxy (127.0.0.1 when it runs on this machine).";
		const detail = `${href}, but no proxy is trusted: all clients share its address in rate limits and audit entries`;
		return [{ check, verdict: "warn", detail, mend }];
	}
	return [{ check, verdict: "ok", detail: href }];
}

/**
 * Checks whether parley can listen, or is listening already.
 * @param installationId the installation of the configured database; undefined: unknown
 */
export async function checkPort(config: Config, installationId: string | undefined): Promise<Finding> {
	const check = "port";
	const { host, port } = config;
	const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
	if (port === 0) return { check, verdict: "ok", detail: "any free port (PORT=0)" };
	const error = await tryToListen(host, port);
	if (error === null) return { check, verdict: "ok", detail: `${address} is free` };
	const answering = error === "EADDRINUSE" ? await answeringInstallation(config) : null;
	if (answering !== null) {
		if (answering === installationId) return { check, verdict: "ok", detail: `parley answers on ${address}` };
		const mend = "Use the DATA_DIR or DATABASE_URL of that server, or set PORT to a free port.";
		const detail = `another installation of parley answers on ${address}`;
		return { check, verdict: installationId === undefined ? "warn" : "fail", detail, mend };
	}
	const mends: Readonly<Record<string, string>> = {
		EADDRINUSE: "Stop the other program, or set PORT to a free port.",
		EACCES: "Ports below 1024 require a privilege: use a higher one behind a reverse proxy.",
		EADDRNOTAVAIL: "Set HOST to an address of this machine, 127.0.0.1 or 0.0.0.0.",
	};
	const mend = mends[error] ?? "Check HOST and PORT.";
	const detail = error === "EADDRINUSE" ? `${address} is in use by another program` : `${address}: ${error}`;
	return { check, verdict: "fail", detail, mend };
}

/** Tries to listen there; returns null on success, otherwise the system's error code. */
function tryToListen(host: string, port: number): Promise<string | null> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
		server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
	});
}

/** Returns the installation of the server that answers there; null when it is no Parley. */
async function answeringInstallation(config: Config): Promise<string | null> {
	try {
		const body = (await (await askOwnServer(config, "/version")).json()) as { data?: Partial<Record<string, unknown>> };
		return body.data?.name === "parley" ? String(body.data.installation) : null;
	} catch {
		return null;
	}
}

/** Checks whether the OIDC provider responds and is the configured one. */
export async function checkProvider({ oidc }: Config): Promise<readonly Finding[]> {
	if (!oidc) return [];
	const check = "OIDC provider";
	const url = `${oidc.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
	try {
		const { issuer, jwks_uri: keysUrl } = await fetchJson(url, AbortSignal.timeout(TIMEOUT_MS));
		if (issuer !== oidc.issuer) {
			const mend = "Set OIDC_ISSUER to the exact issuer that the provider states.";
			return [{ check, verdict: "fail", detail: `${oidc.issuer} states the issuer ${String(issuer)}`, mend }];
		}
		if (typeof keysUrl !== "string") throw new Error(`${url} names no jwks_uri`);
		const { keys } = await fetchJson(keysUrl, AbortSignal.timeout(TIMEOUT_MS));
		if (!Array.isArray(keys) || keys.length === 0) throw new Error(`${keysUrl} holds no keys`);
		return [{ check, verdict: "ok", detail: `${oidc.issuer}, ${keys.length} keys` }];
	} catch (error) {
		const mend = "Check OIDC_ISSUER and the network; until the provider responds, its tokens are not accepted.";
		return [{ check, verdict: "fail", detail: `${oidc.issuer}: ${messageOf(error)}`, mend }];
	}
}
