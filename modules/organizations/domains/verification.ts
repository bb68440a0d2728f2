import type { DomainRow } from "#db/schema";
import { conflictOf } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Versioned } from "#kernel/etag";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { parseAllowedDomain } from "#modules/organizations/organizations";
import { findWritableOrganization, lockWritableOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { afterLookUp, claimAgain, type Finding, isOver, vouchedFor } from "./claim.ts";
import type { Claims } from "./claims.ts";
import {
	domainClaimed,
	domainNotFound,
	recordNotFound,
	resolverFailed,
	specificDomainError,
	vouchingDenied,
} from "./errors.ts";
import { facts } from "./facts.ts";
import type { TxtAnswer, TxtResolver } from "./ports.ts";
import { domainsOf, holderOf, readDomainsOf } from "./repository.ts";
import type { Domain, VerifyDomainRequest } from "./schemas.ts";
import { assertReason } from "./schemas.ts";
import { normalize } from "./service.ts";
import { recordName, recordValue, toDomain } from "./view.ts";

export interface VerificationDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly claims: Claims;
	readonly resolver: TxtResolver;
}

export type Verification = ReturnType<typeof createVerification>;

/** What a look-up came to: a claim as it is now. */
interface Settled {
	readonly row: DomainRow;
	readonly finding: Finding;
}

/** Creates the service that proves domains. */
export function createVerification({ store, unitOfWork, claims, resolver }: VerificationDeps) {
	const holder = (change: Change, domain: string) => holderOf(store.acrossTenants.within(change.tx), domain);

	/** Runs a change that may prove a domain, again when another organization has proved it at the same moment. */
	async function proving<T>(run: () => Promise<T>): Promise<T> {
		try {
			return await run();
		} catch (error) {
			if (conflictOf(error) !== "unique") throw error;
			return run();
		}
	}

	/** Stores what a look-up found, within a change that has locked the organization and the row. */
	async function settle(change: Change, row: DomainRow, answer: TxtAnswer): Promise<Settled> {
		const heldBy = await holder(change, row.id);
		const finding = heldBy !== undefined && heldBy !== row.orgId ? "claimed" : findingOf(row, answer);
		return { row: await claims.save(change, row, afterLookUp(row, finding, change.nowMs)), finding };
	}

	/** Stores what a look-up on request found; a claim that is over is made again. */
	async function settleOnRequest(change: Change, orgId: string, domain: string, answer: TxtAnswer): Promise<Settled> {
		await lockWritableOrganization(change.tx, orgId);
		const row = await domainsOf(change.tx, orgId).lock(domain);
		if (!row) throw domainNotFound();
		const heldBy = await holder(change, domain);
		if (!isOver(row, change.nowMs) || heldBy !== undefined) return settle(change, row, answer);
		change.record(orgId, facts["domain.claim"], { id: domain });
		const again = await claims.save(change, row, claimAgain(row, change.nowMs));
		return { row: again, finding: "record_not_found" };
	}

	/** Verifies a domain because a system administrator says so. */
	async function vouch(context: RequestContext, orgId: string, name: string, reason: string) {
		const work = async (change: Change): Promise<Versioned<Domain>> => {
			if (!change.principal.system) throw vouchingDenied();
			await lockWritableOrganization(change.tx, orgId);
			const row = await domainsOf(change.tx, orgId).lock(normalize(name));
			if (!row) throw domainNotFound();
			assertProvable(row.id);
			const heldBy = await holder(change, row.id);
			if (heldBy !== undefined && heldBy !== orgId) throw domainClaimed(row.id);
			const vouched = await claims.save(change, row, vouchedFor(row, change.nowMs));
			change.record(orgId, facts["domain.vouch"], {
				id: row.id,
				auditedChanges: [{ path: "/reason", from: null, to: reason }],
			});
			return { data: toDomain(vouched), version: vouched.version };
		};
		return proving(() => unitOfWork.run(context, work, { storeOutcome: "plain" }));
	}

	return {
		settle,
		proving,

		/** Asks DNS for the record of a domain. */
		lookUp: (domain: string, signal: AbortSignal): Promise<TxtAnswer> => resolver.lookUp(recordName(domain), signal),

		/**
		 * Looks the record of a domain up, now, and verifies the domain if it is there.
		 * @throws `not_found` `purged` `state_conflict` `dns_record_not_found` `domain_claimed` `unavailable` `admin_required`
		 * `validation_failed` `public_suffix` `free_mail_domain`
		 */
		async verify(
			context: RequestContext,
			orgId: string,
			name: string,
			request: VerifyDomainRequest,
		): Promise<Versioned<Domain>> {
			const vouchedBecause = parseReason(context.principal, request);
			await findWritableOrganization(store.db, orgId);
			if (vouchedBecause !== null) return vouch(context, orgId, name, vouchedBecause);
			const known = await readDomainsOf(store.db, orgId).find(normalize(name));
			if (!known) throw domainNotFound();
			assertProvable(known.id);
			// Whoever hangs up meanwhile is given up by the change.
			const answer = await resolver.lookUp(recordName(known.id), new AbortController().signal);
			// What a look-up found is kept, also when it proves nothing: the refusal follows once it is stored.
			const { row, finding } = await proving(() =>
				unitOfWork.run(context, (change) => settleOnRequest(change, orgId, known.id, answer), {
					storeOutcome: "plain",
				}),
			);
			const refusal = refusalOf(row, finding, answer);
			if (refusal) throw refusal;
			return { data: toDomain(row), version: row.version };
		},
	};
}

/** Returns why a system administrator vouches for a domain; null: its record is to be looked up. @throws `admin_required` `validation_failed` */
function parseReason({ system }: Principal, { manual, reason }: VerifyDomainRequest) {
	if (manual && !system) throw vouchingDenied();
	assertReason({ manual, reason });
	return reason ?? null;
}

/** Returns the error of a look-up that proved nothing; null: it proved the domain. */
function refusalOf(row: DomainRow, finding: Finding, answer: TxtAnswer): AppError | null {
	switch (finding) {
		case "record_found":
			return null;
		case "claimed":
			return domainClaimed(row.id);
		case "resolver_failed":
			return resolverFailed("failure" in answer ? answer.failure : undefined);
		case "record_not_found": {
			const expected = { name: recordName(row.id), value: recordValue(row) };
			return recordNotFound(expected, "texts" in answer ? answer.texts : []);
		}
	}
}

function findingOf(row: DomainRow, answer: TxtAnswer): Finding {
	if ("failure" in answer) return "resolver_failed";
	return answer.texts.includes(recordValue(row)) ? "record_found" : "record_not_found";
}

/** Asserts that a domain may belong to an organization: older lists may have others. @throws `public_suffix` `free_mail_domain` `invalid_domain` */
function assertProvable(domain: string): void {
	try {
		parseAllowedDomain(domain, "/domain");
	} catch (error) {
		throw error instanceof AppError ? specificDomainError(error) : error;
	}
}
