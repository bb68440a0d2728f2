import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The certificate of a server, and what signed it. PEM. */
export interface Certificate {
	readonly key: string;
	readonly cert: string;
	/** The certificate of the authority. */
	readonly authority: string;
}

/** Makes a certificate for names or addresses, signed by an authority of its own. */
export function makeCertificate(...names: readonly string[]): Certificate {
	const folder = mkdtempSync(join(tmpdir(), "parley-certificates-"));
	const at = (name: string) => join(folder, name);
	const openssl = (...args: readonly string[]) => {
		const { exitCode, stderr } = Bun.spawnSync(["openssl", ...args], { cwd: folder });
		if (exitCode !== 0) throw new Error(stderr.toString());
	};
	try {
		const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];
		const days = ["-days", "3650"];
		openssl("req", "-x509", ...key, ...days, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Test authority");
		openssl("req", ...key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=Test server");
		const alternatives = names.map((name) => `${/^[\d.]+$|:/.test(name) ? "IP" : "DNS"}:${name}`);
		writeFileSync(at("server.ext"), `subjectAltName=${alternatives.join()}\n`);
		const signer = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"];
		openssl("x509", "-req", "-in", "server.csr", ...signer, ...days, "-out", "server.crt", "-extfile", "server.ext");
		const read = (name: string) => readFileSync(at(name), "utf8");
		return { key: read("server.key"), cert: read("server.crt"), authority: read("ca.crt") };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
