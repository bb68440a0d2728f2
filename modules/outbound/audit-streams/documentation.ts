import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import {
	type AuditStream,
	AuditStreamTest,
	auditStreamFields,
	CreatedAuditStream,
	AuditStream as Schema,
} from "./schemas.ts";

const tag: Tag = {
	name: "Audit streams",
	description: "Other systems, such as a SIEM, to which an organization's audit log is sent.",
};

const example: AuditStream = {
	id: exampleId("ast"),
	name: "Security operations",
	type: "syslog",
	url: null,
	host: "syslog.example.com",
	port: 6514,
	caCertificates: null,
	categories: ["auth", "security"],
	state: "enabled",
	disabledReason: null,
	sentSequence: 42,
	deliveredAt: "2030-01-02T09:30:00.000Z",
	failingSince: null,
	failure: null,
	createdBy: exampleId("usr"),
	makerState: "active",
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:30:00.000Z",
};

/** Documentation of the operations on audit streams. */
export const documentation = {
	list: operation({
		id: "listAuditStreams",
		summary: "List the audit streams of an organization",
		description: "Oldest first. Use `makerState` to find streams whose maker has left or been demoted.",
		tag,
		responses: { 200: pageResponse("A page of streams", auditStreamFields.schema, "Audit streams retrieved", example) },
	}),

	create: operation({
		id: "createAuditStream",
		summary: "Create an audit stream",
		description:
			"Sends the entries of the audit log, as `GET /orgs/{orgId}/audit-logs/{entryId}` shows them, in the order " +
			"of `sequence`, soon after they are recorded. An entry that the receiver does not accept is repeated " +
			"until it does, before any later one: each entry arrives at least once; deduplicate by `id`. After 120 " +
			"hours without a success the " +
			'stream is disabled. A `webhook` gets batches, `{type: "audit.entries", timestamp, data: {orgId, entries}}`, signed ' +
			"as specified by Standard Webhooks. A `syslog` server gets RFC 5424 messages (facility 13) over TLS, with " +
			"octet counting (RFC 5425), an entry in each as JSON; the protocol has no acknowledgements, so entries " +
			"count as delivered once the server has closed the connection cleanly.",
		tag,
		request: {
			name: "Security operations",
			type: "syslog",
			host: "syslog.example.com",
			port: 6514,
			categories: ["auth", "security"],
		},
		responses: {
			201: createdResponse("stream", "The stream", CreatedAuditStream, "Audit stream created", {
				...example,
				secret: null,
			}),
		},
		errors: ["conflict"],
	}),

	get: operation({
		id: "getAuditStream",
		summary: "Get an audit stream",
		tag,
		responses: getResponses("The stream", auditStreamFields.schema, "Audit stream retrieved", example),
	}),

	update: operation({
		id: "updateAuditStream",
		summary: "Change an audit stream",
		description:
			"Pending entries are sent at once with the new settings. While `enabled` is false, nothing is sent; " +
			"entries recorded in the meantime are sent once it is true again.",
		tag,
		request: { categories: null, enabled: true },
		responses: { 200: versionedResponse("The stream", Schema, "Audit stream updated", example) },
		errors: ["precondition_failed"],
	}),

	remove: operation({
		id: "deleteAuditStream",
		summary: "Delete an audit stream",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["precondition_failed"],
	}),

	adopt: operation({
		id: "adoptAuditStream",
		summary: "Adopt an audit stream",
		description:
			"Takes the stream over from a maker who was removed or demoted: `createdBy` becomes the caller and `makerState` is " +
			"`active` again. Until then it keeps sending and can be disabled or deleted, but not changed (409).",
		tag,
		responses: { 200: versionedResponse("The stream", Schema, "Audit stream adopted", example) },
		errors: ["precondition_failed"],
	}),

	test: operation({
		id: "testAuditStream",
		summary: "Test an audit stream",
		description:
			"Sends a test message (`audit.test`, `sequence` 0), which is not an entry of the log, and waits up to 15 seconds for its outcome.",
		tag,
		responses: {
			200: okResponse("The outcome", AuditStreamTest, "Audit stream tested", {
				ok: true,
				failure: null,
				durationMs: 87,
			}),
		},
	}),
};
