import type { BillingAccountRow, BillingAddress, BillingProvider } from "#db/schema";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors } from "#kernel/field-errors";
import { parseCountry } from "#kernel/locale";
import { mergePatch } from "#kernel/merge-patch";
import type { RequestContext } from "#kernel/request-context";
import { parseEmail, parseName } from "#kernel/text";
import { findOrganization, lockOrganization, lockWritableOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { type BillingAccounts, toBillingAccount } from "./accounts.ts";
import { balanceIn, withBalance } from "./balances.ts";
import { assertNoCardNumber } from "./card-numbers.ts";
import { assertWithinBalance, nothingOwed, providerLocked, providerNotConfigured } from "./errors.ts";
import { facts } from "./facts.ts";
import { readAccountOf } from "./repository.ts";
import {
	type BillingAccount,
	billingAccountFields,
	type RefundRequest,
	type UpdateBillingAccountRequest,
} from "./schemas.ts";

export interface BillingAccountsDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly accounts: BillingAccounts;
	/** The providers that this installation has. */
	readonly providers: readonly BillingProvider[];
}

/** A request by its path, and the members of its body that do not fit their schema. */
interface Addressed {
	readonly params: { readonly orgId?: string };
	readonly unfit: readonly string[];
}

export type BillingAccountsService = ReturnType<typeof createBillingAccountsService>;

/** Creates the service by which people see and change who pays for their organization. */
export function createBillingAccountsService({ store, unitOfWork, accounts, providers }: BillingAccountsDeps) {
	return {
		parse,

		/** Collects what is wrong with a refund. */
		async checkRefund(
			request: Partial<RefundRequest>,
			fieldErrors: FieldErrors,
			{ params: { orgId = "" }, unfit }: Addressed,
		): Promise<void> {
			fieldErrors.check(() => assertNoCardNumber(request));
			const row = await readAccountOf(store.db, orgId).find();
			if (row === undefined || unfit.includes("currency")) return;
			const most = balanceIn(row, request.currency ?? row.currency);
			if (most > 0) fieldErrors.check(() => assertWithinBalance(most, request.amountMinor ?? 0));
		},

		/** Returns the account of an organization. @throws `not_found` `purged` `invalid_fields` */
		async get(orgId: string, fields: string | undefined) {
			const select = billingAccountFields.parse(fields);
			const [organization, delinquent] = await Promise.all([
				findOrganization(store.db, orgId),
				readAccountOf(store.db, orgId).isDelinquent(),
			]);
			const row = await accounts.read(store.db, organization);
			const data = toBillingAccount(row, organization, delinquent);
			return { data: select(data), version: row.version, variant: `${data.id} ${delinquent} ${fields ?? ""}` };
		},

		/**
		 * Changes who pays for an organization.
		 * @throws `validation_failed` `admin_required` `provider_not_configured` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async update(
			context: RequestContext,
			orgId: string,
			request: UpdateBillingAccountRequest,
		): Promise<Versioned<BillingAccount>> {
			const patch = parse(request);
			return unitOfWork.run(context, async (change) => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				const row = await accounts.lock(change, organization);
				assertIfMatch(context.ifMatch, row.version);
				const values = merged(row, patch);
				const { provider } = values;
				if (provider !== undefined && provider !== row.provider) {
					if (!change.principal.system) throw providerLocked();
					if (!providers.includes(provider)) throw providerNotConfigured(provider);
				}
				const delinquent = await readAccountOf(change.tx, orgId).isDelinquent();
				if (isSame(row, values)) return { data: toBillingAccount(row, organization, delinquent), version: row.version };
				const saved = await accounts.save(change, row, values);
				const data = toBillingAccount(saved, organization, delinquent);
				const { id, currency } = data;
				change.record(orgId, facts["billing_account.update"], {
					id,
					object: { id, provider: data.provider, currency },
				});
				return { data, version: saved.version };
			});
		},

		/**
		 * Notes that a balance was paid back, or a part of it.
		 * @throws `validation_failed` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async refund(context: RequestContext, orgId: string, request: RefundRequest): Promise<Versioned<BillingAccount>> {
			assertNoCardNumber(request);
			const reference = request.reference === undefined ? null : parseName(request.reference, "/reference");
			const work = async (change: Change) => {
				const organization = await lockOrganization(change.tx, orgId);
				const row = await accounts.lock(change, organization);
				assertIfMatch(context.ifMatch, row.version);
				const { currency = row.currency } = request;
				const balanceMinor = balanceIn(row, currency);
				if (balanceMinor === 0) throw nothingOwed(currency);
				const { amountMinor: refundedMinor = balanceMinor } = request;
				assertWithinBalance(balanceMinor, refundedMinor);
				const saved = await accounts.save(change, row, withBalance(row, currency, balanceMinor - refundedMinor));
				const delinquent = await readAccountOf(change.tx, orgId).isDelinquent();
				const data = toBillingAccount(saved, organization, delinquent);
				change.record(orgId, facts["billing_account.refund"], {
					id: data.id,
					object: { id: data.id, provider: data.provider, currency, refundedMinor },
					auditedChanges: [
						{ path: "/balanceMinor", from: balanceMinor, to: balanceMinor - refundedMinor },
						...(reference === null ? [] : [{ path: "/reference", from: null, to: reference }]),
					],
				});
				return { data, version: saved.version };
			};
			return unitOfWork.run(context, work, { storeOutcome: "plain" });
		},
	};
}

type Values = Partial<Pick<BillingAccountRow, "name" | "email" | "taxId" | "address" | "provider">>;

/** Validates a merge patch, and returns it with texts as they are stored. @throws `validation_failed` */
function parse(request: UpdateBillingAccountRequest): UpdateBillingAccountRequest {
	assertNoCardNumber(request);
	const errors = new FieldErrors();
	const { name, email, address } = request;
	const parsed = {
		...request,
		...(typeof name === "string" && { name: errors.check(() => parseName(name, "/name")) }),
		...(typeof email === "string" && { email: errors.check(() => parseEmail(email, "/email")) }),
		...(address && { address: parseAddress(address, errors) }),
	};
	errors.throwIfAny();
	return parsed;
}

type AddressPatch = NonNullable<UpdateBillingAccountRequest["address"]>;

const parseAddress = (address: AddressPatch, errors: FieldErrors): AddressPatch =>
	Object.fromEntries(
		Object.entries(address).map(([part, text]) => {
			const parsePart = part === "country" ? parseCountry : parseName;
			return [part, text && errors.check(() => parsePart(text, `/address/${part}`))];
		}),
	);

/** Returns what an account has after a patch; an address without any part is none. */
function merged(
	{ address: before }: BillingAccountRow,
	{ address: patch, ...values }: UpdateBillingAccountRequest,
): Values {
	if (patch === undefined) return values;
	// Only strings are left of what the schema has accepted.
	const address = mergePatch(before, patch) as BillingAddress | null;
	return { ...values, address: address === null || Object.keys(address).length === 0 ? null : address };
}

const isSame = (row: BillingAccountRow, values: Values): boolean =>
	Object.entries(values).every(([name, value]) => Bun.deepEquals(row[name as keyof Values], value));
