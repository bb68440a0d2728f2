import type { RunPortions } from "#db/portions";
import { createTenantPurge } from "#db/tenant-purge";
import type { ArtifactPurges } from "#platform/artifacts";
import type { MailFollowers, MailTexts } from "#platform/mail";
import type { SearchSource } from "#platform/search";
import type { Remains } from "#platform/space-reclamation";
import type { Authority, Fact, Reaction } from "#platform/unit-of-work";
import type {
	Contribution,
	ErasedPerson,
	EraseMeeting,
	EraseTranscript,
	OrphanPortion,
	RevokeCredentials,
} from "./contribution.ts";

/** Runs the portions of an erasure, by what is erased. */
export type RunPortionsOf = (what: string) => RunPortions;

/**
 * What all modules do together. The platform and the modules get it when they are created, and call it when they work: the
 * program completes it once the last module exists.
 */
export class Contributions {
	#all: readonly Contribution[] = [];
	#reactions: readonly Reaction[] = [];
	#authority: Authority | undefined;
	#facts: readonly Fact[] = [];

	/**
	 * Completes the contributions.
	 * @param all in the order in which the API document shows them; what is held of people is erased from the end
	 * @param created those of them that react first to a moment, in the order in which they were created
	 */
	complete(all: readonly Contribution[], created: readonly Contribution[]): void {
		this.#all = all;
		this.#reactions = [...new Set([...created, ...all])].flatMap(({ reactions }) => reactions ?? []);
		this.#facts = all.flatMap(({ facts }) => Object.values(facts ?? {}));
		this.#authority = all.find(({ authority }) => authority !== undefined)?.authority;
	}

	get all(): readonly Contribution[] {
		return this.#all;
	}

	get reactions(): readonly Reaction[] {
		return this.#reactions;
	}

	/** The facts of every module. */
	get facts(): readonly Fact[] {
		return this.#facts;
	}

	/** Access to the current authority of callers. @throws Error before all modules exist */
	get authority(): Authority {
		if (this.#authority === undefined) throw new Error("no module knows the authority of callers");
		return this.#authority;
	}

	/** The actions of all facts, each once. */
	get actions(): readonly string[] {
		return [...new Set(this.facts.map(({ action }) => action))];
	}

	get mails(): readonly MailTexts[] {
		return this.#all.flatMap(({ mails }) => mails ?? []);
	}

	get mailFollowers(): MailFollowers {
		return Object.assign({}, ...this.#all.map(({ mailFollowers }) => mailFollowers));
	}

	get searchSources(): readonly SearchSource[] {
		return this.#all.flatMap(({ searchSource }) => searchSource ?? []);
	}

	get purges(): ArtifactPurges {
		return Object.assign({}, ...this.#all.map(({ purgeArtifact }) => purgeArtifact)) as ArtifactPurges;
	}

	/** What marks each kind of what people make for organizations. */
	get orphans(): readonly OrphanPortion[] {
		return this.#all.flatMap(({ orphan }) => orphan ?? []);
	}

	readonly #purge = createTenantPurge(() => Object.assign({}, ...this.#all.map(({ eraseTenant }) => eraseTenant)));

	/** Erases up to `limit` rows of an organization in every table. */
	readonly eraseTenant = this.#purge.eraseTenant;
	/** Erases the same in portions, one table after the other. */
	readonly eraseTenantInPortions = this.#purge.eraseTenantInPortions;

	/** Erases up to `limit` rows of a meeting, see {@link EraseMeeting}. */
	readonly eraseMeeting: EraseMeeting = (tx, orgId, meetingId, limit) =>
		upTo(limit, this.#all, ({ eraseMeeting }, left) => eraseMeeting?.(tx, orgId, meetingId, left));

	/** Erases up to `limit` rows that are derived from a transcript, see {@link EraseTranscript}. */
	readonly eraseTranscript: EraseTranscript = (tx, transcript, limit) =>
		upTo(limit, this.#all, ({ eraseTranscript }, left) => eraseTranscript?.(tx, transcript, left));

	/** Erases every module's data of a person in an organization. */
	async erasePerson(inPortionsOf: RunPortionsOf, person: ErasedPerson): Promise<void> {
		await this.#eraseNames(inPortionsOf, person);
		await this.eraseUserData(inPortionsOf, [person]);
	}

	/**
	 * Erases every module's data of people who have left organizations: that of the class `userData`, and nothing else. That
	 * they left, which leads to the rest, comes last.
	 */
	async eraseUserData(inPortionsOf: RunPortionsOf, people: readonly ErasedPerson[]): Promise<void> {
		for (const { eraseUserData = {} } of this.#all.toReversed())
			for (const [what, erase] of Object.entries(eraseUserData)) await erase(inPortionsOf(what), people);
	}

	/** Erases the names of a person in the content of all organizations, and every module's data of their account. */
	async eraseAccount(inPortions: RunPortions, person: Omit<ErasedPerson, "orgId">): Promise<void> {
		await this.#eraseNames(() => inPortions, { ...person, orgId: null });
		for (const { eraseAccount } of this.#all) await eraseAccount?.(inPortions, person.userId);
	}

	/** Removes all credentials of a user that modules store, except for what is retained. */
	readonly revokeCredentials: RevokeCredentials = async (tx, userId, retained) => {
		for (const { revokeCredentials } of this.#all) await revokeCredentials?.(tx, userId, retained);
	};

	/** Returns what is still to be removed of what was purged in an organization, see {@link Remains}. */
	readonly remains: Remains = async (orgId, sinceMs) => {
		for (const contribution of this.#all) {
			const found = await contribution.remains?.(orgId, sinceMs);
			if (found) return found;
		}
		return null;
	};

	/** Erases the names of a person in content. */
	async #eraseNames(inPortionsOf: RunPortionsOf, person: ErasedPerson): Promise<void> {
		for (const { erasePerson = {} } of this.#all)
			for (const [what, erase] of Object.entries(erasePerson)) await erase(inPortionsOf(what), person);
	}
}

/** Erases up to `limit` rows, of one contribution after the other, and returns their number. */
async function upTo(
	limit: number,
	contributions: readonly Contribution[],
	erase: (contribution: Contribution, left: number) => Promise<number> | undefined,
): Promise<number> {
	let erased = 0;
	for (const contribution of contributions)
		if (erased < limit) erased += (await erase(contribution, limit - erased)) ?? 0;
	return erased;
}
