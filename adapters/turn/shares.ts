import { TokenBucket } from "#kernel/token-bucket";
import type { RelayClaim } from "#modules/meetings/relay";

/** Bytes a second of one participant, whatever they have open. */
export const PARTICIPANT_BYTES = 2_000_000;
/** What a packet costs beyond its bytes: many small ones take as long as few large ones. */
const PACKET_BYTES = 100;
/** Part of what other tenants leave that one may have. */
const SHARE = 3 / 4;

/** What one tenant or participant has, and by how many allocations. */
interface Party {
	readonly bucket: TokenBucket;
	users: number;
	/** Bytes taken since the shares were last divided. */
	taken: number;
}

/** What an allocation may send. */
export interface Purse {
	/** Takes the bytes of a packet; false: it is beyond a limit, and to be dropped. @param nowMs by the steady clock */
	take(bytes: number, nowMs: number): boolean;
	close(): void;
}

/**
 * The bytes a second that the relay carries, and their division: a participant has a limit, and a tenant its equal part of
 * the whole or, where that is more, three quarters of what the others leave.
 */
export class Shares {
	readonly #bytesPerSecond: number;
	readonly #tenants = new Map<string, Party>();
	readonly #participants = new Map<string, Party>();

	constructor(bytesPerSecond: number) {
		this.#bytesPerSecond = bytesPerSecond;
	}

	/** Opens the purse of an allocation. @param nowMs by the steady clock */
	open({ orgId, participantId }: Pick<RelayClaim, "orgId" | "participantId">, nowMs: number): Purse {
		const equal = this.#bytesPerSecond / (this.#tenants.size + (this.#tenants.has(orgId) ? 0 : 1));
		const tenant = join(this.#tenants, orgId, equal, nowMs);
		const participant = join(this.#participants, participantId, PARTICIPANT_BYTES, nowMs);
		return {
			take(bytes, nowMs) {
				const cost = bytes + PACKET_BYTES;
				if (!participant.bucket.take(cost, nowMs) || !tenant.bucket.take(cost, nowMs)) return false;
				tenant.taken += cost;
				return true;
			},
			close: () => {
				leave(this.#tenants, orgId, tenant);
				leave(this.#participants, participantId, participant);
			},
		};
	}

	/** Divides the whole again by what each tenant has taken; to be called once a second. */
	divide(): void {
		const parties = [...this.#tenants.values()];
		const equal = this.#bytesPerSecond / parties.length;
		const all = parties.reduce((sum, { taken }) => sum + taken, 0);
		for (const { bucket, taken } of parties)
			bucket.perSecond = Math.max(equal, SHARE * (this.#bytesPerSecond - (all - taken)));
		for (const party of parties) party.taken = 0;
	}
}

function join(parties: Map<string, Party>, id: string, bytesPerSecond: number, nowMs: number): Party {
	const party = parties.get(id) ?? { bucket: new TokenBucket(bytesPerSecond, nowMs), users: 0, taken: 0 };
	parties.set(id, party);
	party.users++;
	return party;
}

function leave(parties: Map<string, Party>, id: string, party: Party): void {
	party.users--;
	if (party.users === 0) parties.delete(id);
}
