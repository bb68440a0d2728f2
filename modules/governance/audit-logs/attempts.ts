import { MINUTE_MS } from "#kernel/clock";
import type { Principal } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import { systemContext } from "#modules/tenancy/permissions";
import type { Attempt, Core } from "#platform/module";
import { type Fact, PLATFORM } from "#platform/unit-of-work";
import { attemptFacts as facts } from "./facts.ts";

/** Time in which requests of one kind are counted, in ms. */
const WINDOW_MS = 15 * MINUTE_MS;
/** Maximum number of kinds of requests that are told apart in an organization, in a window. */
const MAX_KINDS = 50;
/** Maximum number of organizations with requests in a window; those of others are counted together. */
const MAX_LOGS = 5_000;
/** Operation in entries of requests that are not told apart. */
const OTHERS = "others";

type Author = Pick<RequestContext, "principal" | "requestId" | "ip" | "userAgent">;

/** Requests of one kind: of one actor and operation, with one answer. */
interface Counted {
	readonly orgId: string;
	readonly fact: Fact<null>;
	/** The first of them. */
	readonly by: Author;
	readonly operation: string;
	readonly code: string | null;
	/** The organization that was asked for, where it is another. */
	readonly asked: string | null;
	readonly sinceMs: number;
	/** Number of requests that are in no entry yet. */
	unwritten: number;
	isOpened: boolean;
}

export type AttemptsDeps = Pick<Core, "steadyMs" | "unitOfWork">;

/**
 * Creates the recorder of requests that change nothing but are of interest: those that were refused, and what system
 * administrators read of an organization. The first of a kind is an entry a moment later; further ones within 15 minutes
 * are counted, and become one entry. What is not written when the process dies is lost.
 */
export function createAttempts({ steadyMs, unitOfWork }: AttemptsDeps) {
	/** By organization, by kind. */
	const logs = new Map<string, Map<string, Counted>>();

	function logOf(orgId: string): [string, Map<string, Counted>] {
		const known = logs.get(orgId);
		if (known !== undefined) return [orgId, known];
		const key = logs.size < MAX_LOGS ? orgId : PLATFORM;
		const log = logs.get(key) ?? new Map<string, Counted>();
		logs.set(key, log);
		return [key, log];
	}

	function count(of: string, fact: Fact<null>, { context, operation, code }: Attempt): void {
		const [orgId, log] = logOf(of);
		const { principal, tenant } = context;
		const asked = tenant !== null && tenant !== orgId ? tenant : null;
		const kind = [fact.name, principal.kind, principal.id, operation, code].join(" ");
		const isKept = log.has(kind) || log.size < MAX_KINDS;
		const key = isKept ? kind : `${fact.name} ${OTHERS}`;
		const known = log.get(key);
		if (known !== undefined) {
			known.unwritten++;
			return;
		}
		const { requestId, ip, userAgent } = context;
		const own = { principal, requestId, ip, userAgent };
		log.set(key, {
			orgId,
			fact,
			by: isKept
				? own
				: { principal: systemContext("job:audit.attempts").principal, requestId, ip: null, userAgent: null },
			operation: isKept ? operation : OTHERS,
			code: isKept ? code : null,
			asked: isKept ? asked : null,
			sinceMs: steadyMs(),
			unwritten: 1,
			isOpened: false,
		});
	}

	async function write(counted: Counted): Promise<void> {
		const { orgId, fact, by, operation, code, asked, unwritten } = counted;
		if (unwritten === 0) return;
		await unitOfWork.run(ungatedContext(by.principal, { ...by, signal: null }), async (change) =>
			change.record(orgId, fact, {
				id: operation,
				otherTargets: asked === null ? [] : [{ type: "organization", id: asked }],
				changes: [
					...(code === null ? [] : [{ path: "/code", from: null, to: code }]),
					{ path: "/attempts", from: null, to: unwritten },
				],
			}),
		);
		counted.unwritten -= unwritten;
		counted.isOpened = true;
	}

	/** Writes what is new, and what was counted in windows that are over. */
	async function flush(isOver: (counted: Counted) => boolean): Promise<void> {
		for (const [orgId, log] of [...logs]) {
			for (const [key, counted] of [...log]) {
				const ends = isOver(counted);
				if (ends || !counted.isOpened) await write(counted);
				if (ends && counted.unwritten === 0) log.delete(key);
			}
			if (log.size === 0) logs.delete(orgId);
		}
	}

	/** Whether a system administrator has read something of an organization that is not theirs. */
	const isOperators = ({ system, orgId }: Principal, tenant: string | null): tenant is string =>
		system && tenant !== null && tenant !== orgId;

	return {
		/** Counts a request that was answered. */
		note(attempt: Attempt): void {
			const { principal, tenant } = attempt.context;
			if (principal.kind === "anonymous") return;
			if (attempt.code !== null) count(principal.orgId ?? PLATFORM, facts["access.deny"], attempt);
			else if (isOperators(principal, tenant)) count(tenant, facts["operator.read"], attempt);
		},

		/** Writes what is new, and what was counted in windows that are over. */
		flush: () => flush(({ sinceMs }) => steadyMs() - sinceMs >= WINDOW_MS),

		/** Writes everything. */
		flushAll: () => flush(() => true),
	};
}
