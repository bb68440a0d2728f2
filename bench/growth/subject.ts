import { inArray } from "drizzle-orm";
import { type SessionRow, serviceState, sessions, users } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { Clock } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createMemoryLimiter, type Limiter, type RatePolicy } from "#kernel/rate-limit";
import { sha256Hex } from "#kernel/secrets";
import { ROLE_SCOPES } from "#modules/tenancy/permissions";
import type { MailTransport } from "#platform/mail";
import { createParley, type Parley } from "#src/app";
import { loadConfig } from "#src/config";
import { createMetrics } from "#src/metrics";
import { openDeps } from "#src/open";
import { startLms } from "#tests/support/lms";
import { RECEIVER_ENV } from "#tests/support/receiver";
import { startStripe } from "#tests/support/stripe-server";
import { toUserRow } from "../../scripts/grow/organizations.ts";
import { WORLD_KEY, type World } from "../../scripts/grow/plan.ts";
import { refreshTokenOf } from "../../scripts/grow/random.ts";
import { around, type Call } from "./case.ts";
import { type Person, readSample } from "./sample.ts";

/** A session with which calls can be made. */
export interface OpenSession {
	readonly id: string;
	readonly userId: string;
	readonly token: string;
	readonly refreshToken: string;
}

/** The product on a grown database, in this process, and what a benchmark needs to use it. */
export type Subject = Awaited<ReturnType<typeof openSubject>>;

/** Time passes at a tenth of its speed, so that no token ends while it is measured. */
const SLOWNESS = 10;
/** Bearer token of `/metrics`. */
export const METRICS_TOKEN = "metrics-of-a-benchmark";
/** Issuer of the identities in a grown database. */
const ISSUER = "https://id.campus.example";
const ORIGIN = "http://localhost:3000";

function formOf(fields: Readonly<Record<string, string>>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return form;
}

/**
 * Opens the product on a grown database: once as it is, and once with mail, which goes nowhere.
 * @param url of the engine this process was started for: `sqlite:path` or `postgres://…`
 * @param dataDir folder of its key
 */
export async function openSubject(url: string, dataDir: string) {
	const stripe = startStripe();
	const lms = await startLms();
	const variables: Record<string, string> = {
		DATA_DIR: dataDir,
		DATABASE_URL: url,
		LOG_LEVEL: "error",
		METRICS_TOKEN,
		STT_PROVIDER: "none",
		// An engine that is away: translations are queued, and nobody makes them.
		TRANSLATE_PROVIDER: "apertium",
		TRANSLATE_URL: "http://127.0.0.1:9",
		ARGON2_MEMORY_KIB: "1024",
		ARGON2_TIME_COST: "1",
		// What exceeds a plan is announced, nothing is refused.
		BILLING_ENFORCEMENT: "soft",
		...stripe.env,
		...RECEIVER_ENV,
	};
	const config = loadConfig((name) => variables[name], Object.keys(variables), false);
	const opened = await openDeps(config);
	const { store } = opened.deps;
	const world = await worldOf(store.acrossTenants.db);
	const startedMs = performance.now();
	const clock: Clock = {
		nowMs: () => world.nowMs + 60_000 + Math.floor((performance.now() - startedMs) / SLOWNESS),
	};
	const deps = { ...opened.deps, clock, limiter: generous(createMemoryLimiter(clock.nowMs)) };
	const plain = createParley({ ...deps, identityProvider });
	await plain.services.prepare();
	await plain.services.enforcePlans();
	const mailTransport: MailTransport = {
		server: "none",
		send: async () => undefined,
		check: async () => ({ name: "none", isEncrypted: true, signIn: "done" }),
		close: () => undefined,
	};
	const mailed = createParley({ ...deps, metrics: createMetrics(), mailTransport });

	/** Only for what a measurement uses up; what is measured goes through the product. */
	const write = (work: (tx: Db) => Promise<unknown>) =>
		store.writing("change").tx(async (tx) => void (await work(store.acrossTenants.within(tx))));

	const sample = await readSample(store.acrossTenants.db, world);

	function send(call: Call): Response | Promise<Response> {
		const { method, path: target, token, body, raw, form, cookie, mailed: isMailed } = call;
		const text = body === undefined ? undefined : JSON.stringify(body);
		const headers: Record<string, string> = { host: "localhost:3000", ...call.headers };
		if (token !== undefined) headers.authorization = `Bearer ${token}`;
		if (cookie !== undefined) headers.cookie = cookie;
		if (text !== undefined) {
			headers["content-type"] = "application/json";
			headers["content-length"] = String(Buffer.byteLength(text));
		}
		const content = raw ?? (form === undefined ? text : formOf(form));
		const request = new Request(ORIGIN + target, { method, headers, ...(content !== undefined && { body: content }) });
		return (isMailed ? mailed : plain).fetch(request, () => "203.0.113.7");
	}

	/** Sends what a measurement needs beforehand, and returns the body. @throws Error for any refusal */
	async function ask(call: Call): Promise<{ readonly data: Record<string, unknown> } & Record<string, unknown>> {
		const response = await send(call);
		const text = await response.text();
		if (response.status >= 400) throw new Error(`${call.method} ${call.path}: ${response.status} ${text}`);
		return text === "" ? { data: {} } : JSON.parse(text);
	}

	/** Starts sessions of people as if they had just signed in. @param orgId null: in no organization */
	async function openSessions(userIds: readonly string[], orgId: string | null): Promise<OpenSession[]> {
		const nowMs = clock.nowMs();
		const distinct = [...new Set(userIds)];
		const found = await store.acrossTenants.db
			.select({ id: users.id, epoch: users.sessionEpoch })
			.from(users)
			.where(inArray(users.id, distinct));
		const epochs = new Map(found.map(({ id, epoch }) => [id, epoch]));
		const rows = userIds.map((userId) => newSession(userId, orgId, { nowMs, epoch: epochs.get(userId) ?? 1 }));
		await write(async (tx) => {
			for (let n = 0; n < rows.length; n += 200) await tx.insert(sessions).values(rows.slice(n, n + 200));
		});
		return Promise.all(rows.map((row) => openSession(plain, world, sample.roles, row)));
	}

	Bun.gc(true); // What was read for the samples must not be collected while something is measured.
	const [owner] = await openSessions([world.giant.owner.id], world.giant.orgId);
	const [otherOwner] = await openSessions([world.giant.otherOwner.id], world.giant.orgId);
	const [admin] = await openSessions([world.administrator.id], null);
	const [busy] = await openSessions([world.giant.busy.id], world.giant.orgId);
	if (!owner || !otherOwner || !admin || !busy) throw new Error("no sessions were opened");

	return {
		...sample,
		world,
		store,
		nowMs: clock.nowMs,
		parley: plain,
		/** A learning-management system on loopback. */
		lms,
		giantPath: `/orgs/${world.giant.orgId}`,
		owner,
		otherOwner,
		admin,
		busy,
		write,
		send,
		ask,
		openSessions,

		/** Returns an access token for a session of the database. */
		tokenOf: async (row: Pick<SessionRow, "id" | "userId" | "orgId">, role: string) =>
			issue(plain, row, role, row.userId === world.administrator.id),

		/** Adds people with the usual password. */
		async addPeople(count: number, columns: { readonly emailVerifiedAtMs?: null } = {}): Promise<Person[]> {
			const nowMs = clock.nowMs();
			const people = Array.from({ length: count }, () => {
				const id = newId("usr");
				const email = `${id}@campus1.example`;
				return { id, email, name: "A Person", createdAtMs: nowMs, isAdministrator: false };
			});
			await write((tx) => tx.insert(users).values(people.map((person) => ({ ...toUserRow(person), ...columns }))));
			return people;
		},

		async close(): Promise<void> {
			await plain.services.stop();
			await mailed.services.stop();
			await opened.close();
			await stripe.close();
			await lms.close();
		},
	};
}

/** Counts as the product does, and never refuses: what is measured are not the limits. */
function generous(limiter: Limiter): Limiter {
	const known = new WeakMap<RatePolicy, RatePolicy>();
	const of = (policy: RatePolicy): RatePolicy => {
		const wide = known.get(policy) ?? { ...policy, quota: 999_999_999 };
		known.set(policy, wide);
		return wide;
	};
	return {
		take: (policy, key, cost) => limiter.take(of(policy), key, cost),
		refund: (key, verdict) => limiter.refund(key, { ...verdict, policy: of(verdict.policy) }),
		reset: (policy, key) => limiter.reset(of(policy), key),
	};
}

/** A provider that takes the code for the subject. */
const identityProvider = {
	authorizationUrl: async ({ state }: { readonly state: string }) => `${ISSUER}/authorize?state=${state}`,
	exchange: async ({ code }: { readonly code: string }) => ({
		issuer: ISSUER,
		subject: code,
		email: null,
		emailVerified: false,
		name: null,
		locale: null,
		authMethods: [],
		orgId: null,
		role: null,
	}),
};

async function worldOf(db: ReadDb): Promise<World> {
	const rows = await db.select().from(serviceState);
	const found = rows.find(({ key }) => key === WORLD_KEY);
	if (!found) throw new Error("this database was not made by scripts/grow.ts");
	return found.value as World;
}

const newSession = (
	userId: string,
	orgId: string | null,
	{ nowMs, epoch }: { readonly nowMs: number; readonly epoch: number },
): SessionRow => {
	const id = newId("ses");
	return {
		id,
		userId,
		epoch,
		orgId,
		refreshHash: sha256Hex(refreshTokenOf(id)),
		device: null,
		ip: "203.0.113.7",
		userAgent: null,
		authMethods: ["pwd"],
		createdAtMs: nowMs,
		lastSeenAtMs: nowMs,
		expiresAtMs: nowMs + 30 * 86_400_000,
		idleExpiresAtMs: nowMs + 7 * 86_400_000,
		revokedAtMs: null,
		revokedReason: null,
	};
};

async function openSession(
	parley: Parley,
	world: World,
	roles: ReadonlyMap<string, string>,
	row: SessionRow,
): Promise<OpenSession> {
	const isAdministrator = row.userId === world.administrator.id;
	const role = isAdministrator ? "system_admin" : (roles.get(row.userId) ?? "member");
	const token = await issue(parley, row, role, isAdministrator);
	return { id: row.id, userId: row.userId, token, refreshToken: refreshTokenOf(row.id) };
}

async function issue(
	{ services }: Parley,
	{ id: sessionId, userId, orgId }: Pick<SessionRow, "id" | "userId" | "orgId">,
	role: string,
	system: boolean,
): Promise<string> {
	const scopes = ROLE_SCOPES[role as keyof typeof ROLE_SCOPES];
	const subject = { userId, sessionId, orgId, role, scopes: [...scopes], system, authMethods: ["pwd"] };
	return (await services.tokens.issue(subject)).token;
}

/** Returns the n-th member, over and over. */
export const memberAt = ({ members }: Subject): ((n: number) => Person) => around(members);
