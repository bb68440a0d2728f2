import { X509Certificate } from "node:crypto";
import type { AuditStreamRow } from "#db/schema";
import { invalidMember } from "#kernel/field-errors";
import { parseName } from "#kernel/text";
import { text } from "#kernel/texts";
import { type Outbound, OutboundError } from "#platform/outbound";
import type { CreateAuditStreamRequest, UpdateAuditStreamRequest } from "./schemas.ts";

type Request = Omit<UpdateAuditStreamRequest, "enabled"> | Omit<CreateAuditStreamRequest, "afterSequence" | "type">;

/** What of a stream a request can change. */
export type Settings = Pick<
	AuditStreamRow,
	"name" | "type" | "url" | "host" | "port" | "caCertificates" | "categories"
>;

/** Members that each type of stream has, and the other has not. */
const MEMBERS = { webhook: ["url"], syslog: ["host", "port", "caCertificates"] } as const;
const REQUIRED = { webhook: ["url"], syslog: ["host", "port"] } as const;

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns the settings of a stream as a request changes them.
 * @param current those it has; of a new one its type, and nothing else
 * @throws `validation_failed`
 */
export function changedSettings(
	outbound: Pick<Outbound, "checkUrl" | "checkServer">,
	current: Settings,
	request: Request,
): Settings {
	const { type } = current;
	for (const name of MEMBERS[type === "webhook" ? "syslog" : "webhook"])
		if (request[name] !== undefined)
			throw invalidMember(`/${name}`, "not_allowed", text("is not used by a {type}", { type }));
	const changed: Settings = {
		...current,
		...(request.name !== undefined && { name: parseName(request.name, "/name") }),
		...(request.url !== undefined && { url: request.url }),
		...(request.host !== undefined && { host: request.host.toLowerCase() }),
		...(request.port !== undefined && { port: request.port }),
		...(request.caCertificates !== undefined && { caCertificates: request.caCertificates }),
		...(request.categories !== undefined && { categories: request.categories }),
	};
	for (const name of REQUIRED[type])
		if (changed[name] === null) throw invalidMember(`/${name}`, "required", text("is needed by a {type}", { type }));
	const { url, host, port, caCertificates } = changed;
	if (caCertificates !== null) assertCertificates(caCertificates);
	if (url !== null) return { ...changed, url: checked("/url", () => outbound.checkUrl(url)) };
	checked("/host", () => outbound.checkServer(host ?? "", port ?? 0));
	return changed;
}

function checked<T>(path: string, check: () => T): T {
	try {
		return check();
	} catch (error) {
		if (!(error instanceof OutboundError)) throw error;
		throw invalidMember(path, error.fault, error.text);
	}
}

/** Asserts that a text is certificates. @throws `validation_failed` */
export function assertCertificates(text: string): void {
	const blocks = text.match(PEM) ?? [];
	try {
		for (const block of blocks) new X509Certificate(block);
		if (blocks.length > 0 && text.replace(PEM, "").trim() === "") return;
	} catch {
		// Refused below.
	}
	throw invalidMember("/caCertificates", "invalid_format", "must be certificates in PEM form, and nothing else");
}
