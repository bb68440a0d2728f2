import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBusMemory } from "#adapters/bus-memory";
import { createModelInstaller } from "#adapters/speech/models/installer";
import { newId } from "#kernel/ids";
import { createMemoryLimiter } from "#kernel/rate-limit";
import type { SpeechAdapters } from "#modules/engines/speech";
import type { ExternalIssuer } from "#modules/identity/tokens";
import type { Role } from "#modules/tenancy/permissions";
import { createParley, type Parley } from "#src/app";
import { type Config, loadConfig } from "#src/config";
import type { Deps } from "#src/deps";
import { createLog } from "#src/log";
import { createMetrics } from "#src/metrics";
import { openIdentityProvider, openMailTransport, openObjects, openPaymentProvider, openSpeech } from "#src/open";
import { openForwarder, openRelay } from "#src/open-media";
import { listen } from "#src/serve/listen";
import { assertDeclared, operationOf } from "./assert-declared.ts";
import { type Caller, type Client, createClient, type OrgCaller } from "./client.ts";
import { openTestStore, type TestStore } from "./database.ts";
import { forThisFile } from "./for-this-file.ts";
import { createHarnessClock, type HarnessClock } from "./harness-clock.ts";
import { LoopWatch } from "./loop-watch.ts";
import { findInvalidPayloads } from "./payloads.ts";
import { decodeResponse } from "./responses.ts";
import { collectStatements } from "./statement-log.ts";
import { type BinaryTarget, isInProcess, openBinary, type TargetRequest } from "./target.ts";

/** Administrator of every harness. */
export const ADMIN = { email: "root@parley.example", password: "correct horse battery" };

/** An acceptable password. */
export const PASSWORD = "a perfectly long password";

/** A response of the service with its complete body. */
export interface TestResponse {
	readonly status: number;
	readonly headers: Headers;
	/** The body as it was sent, possibly compressed. */
	readonly bytes: Uint8Array;
	/** The body as a text. */
	readonly text: string;
	/** The parsed JSON body; `undefined` without one. Untyped for tests. */
	// biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a body, member by member
	readonly body: any;
}

export interface TestRequest {
	readonly token?: string | undefined;
	/** Sent as JSON. */
	readonly body?: unknown;
	/** Sent unchanged, instead of `body`. */
	readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Address of the socket the request comes from. */
	readonly peer?: string;
}

export interface HarnessOptions {
	/** Environment variables, as set by an operator. */
	readonly env?: Readonly<Record<string, string>>;
	readonly externalIssuer?: ExternalIssuer;
	/** Certificates of the authorities, PEM, that sign those of servers which tenants name; only in this process. */
	readonly authorities?: string;
	/** Replaces engines of speech by those of a test. */
	readonly speech?: (made: SpeechAdapters) => SpeechAdapters;
	/** Installs models of a test in place of those of speech recognition; only in this process. */
	readonly models?: Deps["modelInstaller"];
	/** Whether it listens, and does its background work, for sockets and other connections of a test's own. */
	readonly isServed?: boolean;
	/** Members of the configuration that no variable sets as a test needs them; only in this process. */
	readonly config?: Partial<Config>;
	/** Seconds after which it closes a connection whose client does nothing; only in this process. */
	readonly idleSeconds?: number;
}

/** A signed-in person. */
export interface SignedIn extends OrgCaller {
	readonly userId: string;
	readonly email: string;
}

/**
 * The real application over a real, fresh, migrated database, with time under the test's control.
 *
 * With `PARLEY_TEST_TARGET=binary` requests go to the compiled program instead. `parley` is then a second application on
 * the same database, for its routes and for reading; tests that move time or read the log must be an `inProcessTest`.
 * Its own requests, `api.post(…)`, are anonymous.
 */
export interface Harness extends HarnessClock, Client {
	readonly parley: Parley;
	/** Dependencies of `parley`, for a second application on the same database. */
	readonly deps: Deps;
	readonly store: TestStore;
	readonly config: Config;
	/** Lines of the log, oldest first; reading flushes the buffer. */
	readonly logged: readonly string[];
	/** Where it listens; empty unless it is served, or a process of its own. */
	readonly url: string;
	request(method: string, path: string, options?: TestRequest): Promise<TestResponse>;
	/** Returns the client of a token. */
	as(token: string): Caller;
	/** Signs the system administrator in and returns the token. */
	signInSystem(): Promise<string>;
	/** Creates an organization and signs its owner in. */
	createOrganization(body?: Record<string, unknown>): Promise<SignedIn>;
	/** Adds a person to an organization and signs them in. */
	addMember(owner: SignedIn, role: Role): Promise<SignedIn>;
	/** Adds an existing user to another organization, as only a system administrator can. */
	enroll(userId: string, orgId: string, role: Role): Promise<void>;
	afterTest(): Promise<void>;
	close(): Promise<void>;
}

const BASE_ENV = {
	ARGON2_MEMORY_KIB: "1024",
	ARGON2_TIME_COST: "1",
	RATE_LIMITS: "off",
	LOG_LEVEL: "info",
	LOG_FORMAT: "json",
};

/** A registry of models that no test reaches. */
const NOWHERE = "http://127.0.0.1:1";

/** Opens the application for a test file, `const api = await useHarness()` at its top level; closed after its last test. */
export const useHarness = (options?: HarnessOptions): Promise<Harness> => forThisFile(openHarness(options));

/** Opens the application for a single test, which closes it. For a whole file: {@link useHarness}. */
export async function openHarness({
	env = {},
	externalIssuer,
	speech: replaceSpeech = (made) => made,
	isServed = false,
	authorities,
	models,
	idleSeconds = 30,
	config: members = {},
}: HarnessOptions = {}): Promise<Harness> {
	// A folder that exists, because readiness checks its disk. The binary gets one of its own.
	const folder = mkdtempSync(join(tmpdir(), "parley-data-"));
	const variables: Record<string, string> = { ...(isInProcess && { DATA_DIR: folder }), ...BASE_ENV, ...env };
	const config = { ...loadConfig((name) => variables[name], Object.keys(variables), false), ...members };
	const stopCollecting = collectStatements();
	const store = await openTestStore({ serves: isServed });
	const lines: string[] = [];
	const binary = isInProcess ? null : await openBinaryOn(store, variables);
	const { time, clock, steadyMs } = createHarnessClock(binary === null);
	const log = createLog({
		level: config.log.level,
		format: "json",
		write: (text) => void lines.push(...text.split(/(?<=\n)/)),
	});
	const mailTransport = await openMailTransport(config);
	const speech = replaceSpeech(openSpeech(config, log));
	const deps: Deps = {
		config,
		store: store.program,
		objects: await openObjects(config),
		clock,
		steadyMs,
		newId,
		masterKeys: [MASTER_KEY],
		log,
		metrics: createMetrics(),
		limiter: createMemoryLimiter(steadyMs),
		bus: createBusMemory(),
		externalIssuer: externalIssuer ?? null,
		identityProvider: await openIdentityProvider(config, clock),
		paymentProvider: await openPaymentProvider(config),
		mailTransport,
		relay: await openRelay(config, { clock, steadyMs, log }),
		forwarder: await openForwarder(config, { log }),
		...(authorities !== undefined && { authorities }),
		modelInstaller: models ?? createModelInstaller(join(folder, "models"), { from: NOWHERE }),
		speech,
	};
	const parley = createParley(deps);
	await parley.services.prepare();
	await parley.services.enforcePlans();
	await parley.services.administrators.ensure(ADMIN);
	const listener =
		isServed && !binary
			? await listen({ host: "127.0.0.1", port: 0, databasePoolSize: 10, idleSeconds }, parley)
			: null;
	if (listener) {
		// As a server does: its jobs begin before a test uploads, whose files are years old by this clock.
		await parley.services.objectsProof.prove();
		parley.services.start();
	}
	const watch = new LoopWatch((method, path) => operationOf(parley, method, path));
	let people = 0;

	async function request(method: string, path: string, options: TestRequest = {}): Promise<TestResponse> {
		const headers = new Headers({ host: "localhost", ...options.headers });
		if (options.token) headers.set("authorization", `Bearer ${options.token}`);
		const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
		if (options.body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
		if (typeof body === "string" && !headers.has("content-length"))
			headers.set("content-length", String(Buffer.byteLength(body)));
		const sent = { method, path: config.publicUrl.prefix + path, headers, ...(body !== undefined && { body }) };
		const read = decodeResponse(await watch.send(method, path, () => prepare(sent, options.peer)));
		await assertDeclared(parley, method, path.split("?")[0] ?? path, read);
		return read;
	}

	function prepare(sent: TargetRequest, peer = "127.0.0.1"): () => Response | Promise<Response> {
		if (binary && peer !== "127.0.0.1")
			throw new Error("requests to the binary come from this machine: make this an inProcessTest");
		if (binary) return () => binary.send(sent);
		const request = new Request(`http://localhost${sent.path}`, sent);
		return () => parley.fetch(request, () => peer);
	}

	const as = (token: string): Caller => createClient(request, token);

	async function login(email: string, password: string, orgId?: string): Promise<TestResponse> {
		const response = await request("POST", "/auth/login", { body: { email, password, ...(orgId && { orgId }) } });
		if (response.status !== 200) throw new Error(`sign-in of ${email} failed: ${response.text}`);
		return response;
	}

	async function accept(token: string, email: string, orgId: string): Promise<SignedIn> {
		const accepted = await request("POST", `/auth/invitations/${token}/accept`, {
			body: { name: "A Person", password: PASSWORD },
		});
		if (accepted.status !== 200) throw new Error(`accepting failed: ${accepted.text}`);
		const { body } = await login(email, PASSWORD, orgId);
		return { ...as(body.access_token), userId: body.user.id, orgId, email };
	}

	return {
		parley,
		deps,
		store,
		config,
		url: binary?.url ?? listener?.url ?? "",
		get logged() {
			log.flush();
			return lines;
		},
		...time,
		request,
		...createClient(request, undefined),
		as,
		async signInSystem() {
			return (await login(ADMIN.email, ADMIN.password)).body.access_token;
		},
		async createOrganization(body = {}) {
			const email = `owner${++people}@school.example`;
			const token = (await login(ADMIN.email, ADMIN.password)).body.access_token;
			const created = await request("POST", "/orgs", {
				token,
				body: { name: `School ${people}`, orgType: "education", ownerEmail: email, ...body },
			});
			if (created.status !== 201) throw new Error(`creating failed: ${created.text}`);
			const { id, ownerInvitation } = created.body.data;
			return accept(ownerInvitation.token, email, id);
		},
		async addMember(owner, role) {
			const email = `person${++people}@school.example`;
			const invited = await request("POST", `/orgs/${owner.orgId}/members`, {
				token: owner.token,
				body: { email, role },
			});
			if (invited.status !== 202) throw new Error(`inviting failed: ${invited.text}`);
			return accept(invited.body.data.invitation.token, email, owner.orgId);
		},
		async enroll(userId, orgId, role) {
			const token = (await login(ADMIN.email, ADMIN.password)).body.access_token;
			const added = await request("POST", `/orgs/${orgId}/members`, { token, body: { userId, role } });
			if (added.status !== 201) throw new Error(`adding failed: ${added.text}`);
		},
		afterTest: () => watch.afterTest(),
		async close() {
			const faults = [...(await watch.close()), ...(await findInvalidPayloads(store, parley.services.facts))];
			await binary?.close();
			await parley.services.stop(listener?.drain(10_000));
			mailTransport?.close();
			await speech.close();
			await store.close();
			rmSync(folder, { recursive: true, force: true });
			stopCollecting();
			if (faults.length > 0) throw new Error(faults.join("\n"));
		},
	};
}

const MASTER_KEY = new Uint8Array(32).fill(7);

/** Starts the compiled program with the test's database and key. */
const openBinaryOn = ({ url }: TestStore, variables: Readonly<Record<string, string>>): Promise<BinaryTarget> =>
	openBinary({
		...variables,
		DATABASE_URL: url.replace(/^file:/, "sqlite:"),
		ENCRYPTION_KEY: Buffer.from(MASTER_KEY).toString("base64"),
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
	});
