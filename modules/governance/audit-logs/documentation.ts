import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { getResponses, okResponse } from "#http/resource";
import { csv } from "./csv.ts";
import { type AuditLog, type AuditVerification, auditLogFields, verificationFields } from "./schemas.ts";

const tag: Tag = {
	name: "Audit logs",
	description: "Audit log of an organization, provably complete and unchanged.",
};

const example: AuditLog = {
	id: "aud_01jd0z7v9gf2nbrexx3vqjhp41",
	sequence: 42,
	occurredAt: "2030-01-01T09:30:00.000Z",
	orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	action: "member.update",
	category: "member",
	outcome: "success",
	actor: {
		type: "user",
		id: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
		name: "Ada Lovelace",
		email: "ada@example.edu",
		role: "owner",
	},
	targets: [{ type: "member", id: "usr_01jd0z7v9gf2nbrexx3vqjhp42", name: "Grace Hopper" }],
	context: {
		ip: "203.0.113.7",
		userAgent: "Mozilla/5.0",
		sessionId: "ses_01jd0z7v9gf2nbrexx3vqjhp41",
		requestId: "01937e4c-8f1a-7c3e-9b52-6d1f0a2e4b77",
		authMethod: "pwd",
	},
	changes: [{ path: "/role", from: "member", to: "admin" }],
	hash: "6f2c1ab5d0ad7c5aa9b0a5d6f07e9cf2c8fc1f5e2f4c2c7a3bd9b21c4a6f0e11",
	prevHash: "0b1e7c9a4d5f6a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d",
};

const verified: AuditVerification = {
	ok: true,
	checked: 42,
	firstBadSequence: null,
	fault: null,
	head: example.hash,
	checkpoints: {
		verified: 3,
		unverified: 0,
		lastSequence: 40,
		lastSignedAt: "2030-01-01T09:00:00.000Z",
		keyId: "4pPkJXkcYyJx6wJcN2m5yqJ0nV2QxJ8m0kYc7oQ1b3A",
	},
};

/** Documentation of the operations on audit logs. */
export const documentation = {
	list: operation({
		id: "listAuditLogs",
		summary: "List the audit log of an organization",
		description:
			"Newest first. Filters can be combined. An entry is written in the transaction of the change it records, " +
			"numbered without gaps, and contains the hash of the previous one (see `verify`). If few of many entries " +
			"match `category`, `targetType`, `ip` or `q`, a page can have fewer entries than `limit`, or none, " +
			"although `page.hasMore` is true: continue with `page.nextCursor`.\n\nWith `Accept: text/csv` or " +
			"`application/x-ndjson`, responds with all matching entries, without a limit: oldest first unless `order` " +
			"says otherwise; `limit`, `cursor` and `fields` do not apply. In CSV, cells that a spreadsheet would " +
			"execute begin with `'`. `parley audit verify` verifies an NDJSON file without access to the service: " +
			"each line also has the hashed values (`salt`, `personalCommitment`), signed lines a `checkpoint`, and " +
			"the last line the signature of the file (`end`). Exports count towards the limit `export` and are " +
			"recorded in the log.",
		tag,
		responses: {
			200: {
				...pageResponse("A page of entries", auditLogFields.schema, "Audit logs retrieved", example),
				alternatives: {
					"text/csv": { schema: Type.String(), example: csv.header + csv.line(example) },
					"application/x-ndjson": { schema: Type.String(), example: `${JSON.stringify(example)}\n` },
				},
			},
		},
	}),

	get: operation({
		id: "getAuditLog",
		summary: "Get an entry of the audit log",
		tag,
		responses: getResponses("The entry", auditLogFields.schema, "Audit log retrieved", example),
	}),

	verify: operation({
		id: "verifyAuditLogs",
		summary: "Verify the audit log of an organization",
		description:
			"Recomputes the chain of hashes from the first entry to the last, and so finds any entry that was changed, removed, " +
			"inserted or moved. `hash` is the SHA-256 of `prevHash` followed by the entry as canonical JSON (RFC 8785), in which " +
			"a salted hash stands for address, device and session: erasing a person leaves the log valid. The response takes " +
			"seconds per million entries.",
		tag,
		responses: {
			200: okResponse("The result", verificationFields.schema, "Audit logs verified", verified),
		},
	}),
};
