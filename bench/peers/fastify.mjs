/**
 * Fastify 5 on Node, with the settings its documentation advises: schemas of the response (compiled serializer) and of
 * the body, `fast-jwt` (HS256) with its cache of verified tokens, rows by a prepared statement of `better-sqlite3`, no
 * logger. A create is one transaction of its own at `synchronous=FULL`.
 *
 * Leaves out: live session (a token is valid until it expires), ETag, rate limits, security headers, access log,
 * metrics, events.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createSigner, createVerifier } from "fast-jwt";
import Fastify from "fastify";
import { announce, creation, ORGANIZATION, prepareRows, readStatement, toBody } from "./rows.mjs";

const USER = "usr_1";
const key = "a peer's secret of thirty-two byt";
const db = new Database(join(process.env.DATA_DIR, "fastify.db"));
prepareRows(db, USER);
const read = db.prepare(readStatement("?"));
const create = creation(db);
const verify = createVerifier({ key, algorithms: ["HS256"], cache: true });

const text = { type: "string", minLength: 1, maxLength: 200 };
const texts = (...names) => Object.fromEntries(names.map((name) => [name, { type: "string" }]));
const object = (properties, required = Object.keys(properties)) => ({ type: "object", properties, required });
const retention = texts("transcripts", "recordings", "chatLogs", "userData", "examData");
const settings = {
	...texts("timezone", "defaultLanguage", "complianceMode", "recordingConsent", "aiSummaries"),
	educationMode: { type: "boolean" },
};
const organization = {
	...texts("name", "orgType", "billingAccountId"),
	settings: object(settings, []),
	retentionPolicy: object(retention),
	allowedDomains: { type: "array", items: { type: "string" } },
	featureFlags: { type: "object", additionalProperties: { type: "boolean" } },
};
const envelope = (data) => object({ ...texts("status", "message"), data: object(data) });
const retrieved = envelope(organization);
const created = envelope({ id: { type: "string" }, ...organization });
const newOrganization = object({ name: text, orgType: text, settings: object(settings, []) }, ["name", "orgType"]);

const app = Fastify({ logger: false, requestIdHeader: "x-request-id", genReqId: () => randomUUID() });
app.decorateRequest("claims", null);
app.addHook("onRequest", (request, reply, done) => {
	reply.header("x-request-id", request.id);
	try {
		request.claims = verify(request.headers.authorization.slice("Bearer ".length));
		done();
	} catch {
		reply.code(401).send({ status: "error", message: "Unauthorized" });
	}
});
app.get("/orgs/:orgId", { schema: { response: { 200: retrieved } } }, (request, reply) => {
	const { orgId } = request.params;
	const { sub, org_id: tenant } = request.claims;
	if (tenant !== orgId) return reply.code(403).send({ status: "error", message: "Forbidden" });
	const row = read.get(orgId, sub);
	if (row === undefined) return reply.code(404).send({ status: "error", message: "Not Found" });
	return reply.send(toBody(row));
});
app.post("/orgs", { schema: { body: newOrganization, response: { 201: created } } }, (request, reply) => {
	const idempotencyKey = request.headers["idempotency-key"];
	if (idempotencyKey === undefined) return reply.code(400).send({ status: "error", message: "Bad Request" });
	const answer = create(request.claims.sub, idempotencyKey, request.body);
	if (answer === null) return reply.code(409).send({ status: "error", message: "Conflict" });
	return reply.code(201).send(answer);
});

const sign = createSigner({ key, algorithm: "HS256", expiresIn: 86_400_000 });
const token = sign({ sub: USER, org_id: ORGANIZATION.id });
const base = await app.listen({ port: 0, host: "127.0.0.1" });
announce({ base, url: `${base}/orgs/${ORGANIZATION.id}`, token, systemToken: token });
