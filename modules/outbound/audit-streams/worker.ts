import type { AuditEntryRow, AuditStreamRow } from "#db/schema";
import { HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { type AuditLog, readChain, showEntries } from "#modules/governance/audit-logs";
import { mailAdministrators } from "#modules/organizations/members";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { FollowerWorker, Turn, TurnEnd } from "#platform/followers";
import type { Core } from "#platform/module";
import { facts } from "./facts.ts";
import type { AuditStreamDisabledMail } from "./mails.ts";
import { streamsOf } from "./repository.ts";
import type { AttemptResult, Send } from "./sender.ts";
import { toSummary } from "./view.ts";

/** Entries looked at in one turn. */
const LOOK_AHEAD = 200;
/** Size of what is sent at once, as JSON, in characters; one entry is always sent. */
const MAX_CHARS = 512 * 1024;
/** Entries that a stream does not want are passed over in memory, and stored as passed once there are so many. */
const STORE_PASSED = 100;
/** Delays after failed attempts, in ms; the last one from then on. */
const DELAYS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
/** Longest delay that a receiver may ask for, in ms. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/** Delays are longer by up to this part, so that what failed together is not tried together. */
const JITTER = 0.1;
/** Time without a success after which a stream is disabled, in ms. */
const GIVE_UP_AFTER_MS = 120 * HOUR_MS;

export interface WorkerDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "mailer"> {
	readonly send: Send;
}

/** Creates the worker of audit streams: one attempt in each turn, and nothing new until the last one has succeeded. */
export function createAuditStreamWorker({ store, clock, unitOfWork, mailer, send }: WorkerDeps): FollowerWorker {
	/** Returns a stream to which something may be sent; undefined: there is none. */
	async function find({ orgId, id }: Turn): Promise<AuditStreamRow | undefined> {
		const [row, organization] = await Promise.all([
			streamsOf(store.db, orgId).find(id),
			findOrganizationRow(store.db, orgId),
		]);
		return row?.disabledAtMs === null && organization && organization.state !== "deleted" ? row : undefined;
	}

	/** Sends what follows in the log. */
	async function sendNext(turn: Turn): Promise<TurnEnd> {
		const stream = await find(turn);
		if (stream === undefined) return "idle";
		const chain = await readChain(store, { orgId: turn.orgId, after: turn.position, take: LOOK_AHEAD });
		const end: TurnEnd = chain.length < LOOK_AHEAD ? "idle" : "more";
		const wanted = chain.filter(({ category }) => stream.categories?.includes(category) ?? true);
		if (wanted.length === 0) return passOver(turn, chain.at(-1), end);
		const entries = upToSize(await showEntries(store.db, turn.orgId, wanted));
		const [first, last] = [entries[0]?.sequence ?? 0, entries.at(-1)?.sequence ?? 0];
		const result = await send(stream, { id: `${turn.id}_${first}_${last}`, entries }, turn.signal);
		if (result.failure !== null) return fail(turn, stream, result);
		await store.writing("audit_stream.attempt").tx(async (tx) => {
			const healthy = { failures: 0, failingSinceMs: null, isParked: false, dueAtMs: null };
			await turn.lock(tx);
			await turn.settle(tx, { position: last, ...healthy });
			await streamsOf(tx, turn.orgId).update(turn.id, { deliveredAtMs: clock.nowMs(), failure: null });
		});
		return last < (chain.at(-1)?.sequence ?? 0) ? "more" : end;
	}

	/** Passes over entries that a stream does not want. */
	async function passOver(turn: Turn, last: AuditEntryRow | undefined, end: TurnEnd): Promise<TurnEnd> {
		if (last === undefined) return "idle";
		turn.passOver(last.sequence);
		if (last.sequence - turn.row.position >= STORE_PASSED)
			await store.writing("audit_stream.attempt").tx((tx) => turn.settle(tx, { position: last.sequence }));
		return end;
	}

	async function fail(turn: Turn, { id }: AuditStreamRow, { failure, isGone, retryAfterMs }: AttemptResult) {
		const nowMs = clock.nowMs();
		const { failures, failingSinceMs } = turn.row;
		const sinceMs = failingSinceMs ?? nowMs;
		const state = { failures: failures + 1, failingSinceMs: sinceMs };
		const isHopeless = nowMs - sinceMs >= GIVE_UP_AFTER_MS;
		if (isGone || isHopeless) {
			await disable(turn, isGone ? "gone" : "failing", { ...state, failure });
			return "idle" as const;
		}
		const own = (DELAYS_MS[failures] ?? HOUR_MS) * (1 + Math.random() * JITTER);
		const dueAtMs = nowMs + Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
		await store.writing("audit_stream.attempt").tx(async (tx) => {
			await turn.lock(tx);
			await turn.settle(tx, { ...state, isParked: true, dueAtMs });
			await streamsOf(tx, turn.orgId).update(id, { failure });
		});
		return "idle" as const;
	}

	/** Disables a stream because of what its receiver does, and tells those who run the organization. */
	async function disable(
		turn: Turn,
		reason: "gone" | "failing",
		{ failure, ...state }: { failures: number; failingSinceMs: number; failure: string | null },
	): Promise<void> {
		await unitOfWork.run(systemContext("job:audit-streams"), async (change) => {
			const { tx, nowMs } = change;
			await turn.lock(tx);
			const row = await streamsOf(tx, turn.orgId).lock(turn.id);
			await turn.settle(tx, { ...state, isActive: false, isParked: false, dueAtMs: null });
			if (row === undefined || row.disabledAtMs !== null) return;
			const rest = { version: row.version + 1, updatedAtMs: nowMs };
			const values = { disabledAtMs: nowMs, disabledReason: reason, failure, ...rest };
			await streamsOf(tx, turn.orgId).update(turn.id, values);
			const object = toSummary({ ...row, ...values });
			const changes = [{ path: "/enabled", from: true, to: false }];
			change.record(turn.orgId, facts["audit_stream.disable"], { id: turn.id, object, changes });
			const { name: organization = "" } = (await findOrganizationRow(tx, turn.orgId)) ?? {};
			const about = { organization, stream: row.name, reason };
			await mailAdministrators(
				change,
				mailer,
				{ orgId: turn.orgId, concern: "organization" },
				({ name }): AuditStreamDisabledMail => ({ kind: "audit_stream_disabled", name, ...about }),
			);
		});
	}

	return {
		log: "audit",
		forward: sendNext,
		async due(turn) {
			await sendNext(turn);
			turn.resume();
			return "idle";
		},
	};
}

/** Returns as many of the entries as are sent at once. */
function upToSize(entries: readonly AuditLog[]): readonly AuditLog[] {
	let chars = 0;
	const beyond = entries.findIndex((entry, at) => {
		chars += JSON.stringify(entry).length;
		return at > 0 && chars > MAX_CHARS;
	});
	return beyond === -1 ? entries : entries.slice(0, beyond);
}
