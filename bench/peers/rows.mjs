/**
 * The rows of the peers that bring no tables of their own (Hono, Fastify, better-auth's session with own SQL), and the
 * SQL on them; plain JavaScript that runs on Bun and Node with `bun:sqlite` and `better-sqlite3`, whose statements are
 * called alike. The columns are those of the reference (`bench/servers/reference.ts`).
 */
import { randomUUID } from "node:crypto";

/** The organization that every peer answers with. */
export const ORGANIZATION = {
	id: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Green Valley High School",
	orgType: "education",
	billingAccountId: "bac_01jd0z7v9gf2nbrexx3vqjhp41",
	settings: {
		timezone: "America/New_York",
		defaultLanguage: "en-US",
		complianceMode: "ferpa",
		recordingConsent: "required",
		aiSummaries: "enhanced",
		educationMode: true,
	},
	retentionPolicy: { transcripts: "365d", recordings: "90d", chatLogs: "180d", userData: "30d", examData: "1095d" },
	allowedDomains: ["greenvalley.example"],
	featureFlags: { realTimeTranslation: true },
};

const TABLES = `
	create table orgs (id text primary key, name text not null, org_type text not null, billing text, retention text not null, domains text not null, flags text not null) strict;
	create table settings (org_id text primary key, body text not null) strict;
	create table members (org_id text, user_id text, role text not null, primary key (org_id, user_id)) strict;
	create table audit_entries (id integer primary key, org_id text not null, user_id text not null, action text not null, at_ms integer not null) strict;
	create table idempotency_keys (user_id text, key text, org_id text not null, primary key (user_id, key)) strict;
`;

/**
 * Creates the tables in a database with a write-ahead log, every commit synced to disk, and the organization with
 * `userId` as its owner.
 */
export function prepareRows(db, userId) {
	db.exec("pragma journal_mode = wal");
	db.exec("pragma synchronous = full");
	db.exec(TABLES);
	insertion(db)(ORGANIZATION, userId);
}

/**
 * Returns the text of the joined read of an organization by (id, user): no row for somebody who is no member.
 * @param parameter `+?` for `bun:sqlite`, which takes a third of the time with it; `?` for `better-sqlite3`
 */
export const readStatement = (parameter) =>
	`select o.name, o.org_type, o.billing, o.retention, o.domains, o.flags, s.body, m.role from orgs o join settings s on s.org_id = o.id join members m on m.org_id = o.id where o.id = ${parameter} and m.user_id = ${parameter}`;

/** Returns the body of the answer for a row of {@link readStatement}. */
export const toBody = (row) => ({
	status: "ok",
	message: "Organization retrieved",
	data: {
		name: row.name,
		orgType: row.org_type,
		billingAccountId: row.billing,
		settings: JSON.parse(row.body),
		retentionPolicy: JSON.parse(row.retention),
		allowedDomains: JSON.parse(row.domains),
		featureFlags: JSON.parse(row.flags),
	},
});

/** Returns a function that inserts an organization, its settings and its first member. */
function insertion(db) {
	const addOrg = db.prepare("insert into orgs values (?, ?, ?, ?, ?, ?, ?)");
	const addSettings = db.prepare("insert into settings values (?, ?)");
	const addMember = db.prepare("insert into members values (?, ?, 'owner')");
	return (org, userId) => {
		const { retentionPolicy, allowedDomains, featureFlags } = org;
		const [retention, domains, flags] = [retentionPolicy, allowedDomains, featureFlags].map((part) =>
			JSON.stringify(part),
		);
		addOrg.run(org.id, org.name, org.orgType, org.billingAccountId, retention, domains, flags);
		addSettings.run(org.id, JSON.stringify(org.settings));
		addMember.run(org.id, userId);
	};
}

/**
 * Returns a function that creates an organization from a request body in one transaction of its own: organization,
 * settings, member, audit entry and idempotency key. It returns the body of the answer once the disk has it, null when
 * the key was used before.
 */
export function creation(db) {
	const insert = insertion(db);
	const findKey = db.prepare("select 1 from idempotency_keys where user_id = ? and key = ?");
	const addKey = db.prepare("insert into idempotency_keys values (?, ?, ?)");
	const addEntry = db.prepare("insert into audit_entries (org_id, user_id, action, at_ms) values (?, ?, ?, ?)");
	const save = db.transaction((org, userId, key) => {
		if (findKey.get(userId, key)) return false;
		insert(org, userId);
		addEntry.run(org.id, userId, "organization.created", Date.now());
		addKey.run(userId, key, org.id);
		return true;
	});
	return (userId, key, { name, orgType, settings = {} }) => {
		const id = `org_${randomUUID()}`;
		const data = { ...ORGANIZATION, id, name, orgType, settings, billingAccountId: `bac_${id}` };
		return save.immediate(data, userId, key) ? { status: "ok", message: "Organization created", data } : null;
	};
}

/** Prints that the server is ready: the line `bench/support/server.ts` waits for. */
export function announce(ready) {
	process.stdout.write(`${JSON.stringify({ ready: "yes", ...ready })}\n`);
}
