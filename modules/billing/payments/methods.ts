import type { PaymentMethodRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import { text } from "#kernel/texts";
import { assertNoCardNumber } from "#modules/billing/billing-accounts";
import { findOrganization, lockOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { Charges } from "./charges.ts";
import type { Customer, Customers, PaymentsBase } from "./customers.ts";
import { facts } from "./facts.ts";
import type { ProviderMethod } from "./ports.ts";
import { MAX_METHODS, methodsOf, paymentsOf } from "./repository.ts";
import type { AddPaymentMethodRequest, CreateBillingLinkRequest, PaymentMethod } from "./schemas.ts";
import { toMethod, toPublishedMethod } from "./view.ts";

export interface MethodsDeps extends Pick<Core, "newId" | "publicUrl" | "corsOrigins">, PaymentsBase {
	readonly customers: Customers;
	readonly charges: Charges;
}

export type Methods = ReturnType<typeof createMethods>;

/** What requests about ways to pay say. */
type CheckedRequest = Partial<Pick<AddPaymentMethodRequest, "token"> & Pick<CreateBillingLinkRequest, "returnUrl">>;

const TOKEN = /^pm_[A-Za-z0-9_]{1,200}$/;

/** Creates the service of how organizations pay: what their provider knows, of which Parley keeps what people recognize. */
export function createMethods({ store, unitOfWork, accounts, newId, customers, charges, ...deps }: MethodsDeps) {
	/** Stores a method of the provider's list, unless it is. */
	async function keep(change: Change, orgId: string, known: PaymentMethodRow | undefined, method: ProviderMethod) {
		const { methods } = paymentsOf(change.tx, orgId);
		if (known !== undefined) {
			await methods.update(known.id, { ...method, isDefault: false });
			return { ...known, ...method, isDefault: false };
		}
		const row = { orgId, id: newId("pmt"), ...method, isDefault: false, createdAtMs: change.nowMs };
		await methods.insert(row);
		return row;
	}

	/** Stores which method is the default, removes those that are gone, and records what is new and gone. */
	async function settle(
		change: Change,
		orgId: string,
		stored: readonly PaymentMethodRow[],
		shown: readonly PaymentMethodRow[],
	): Promise<void> {
		const { methods } = paymentsOf(change.tx, orgId);
		for (const each of shown) {
			if (each.isDefault) await methods.update(each.id, { isDefault: true });
			if (!stored.some(({ id }) => id === each.id))
				change.record(orgId, facts["payment_method.add"], { id: each.id, object: toPublishedMethod(each) });
		}
		for (const gone of stored.filter(({ id }) => !shown.some((each) => each.id === id))) {
			await methods.remove(gone.id);
			change.record(orgId, facts["payment_method.remove"], { id: gone.id, object: toPublishedMethod(gone) });
		}
	}

	/**
	 * Makes what is stored the same as what the provider has now, whatever it reported in which order.
	 * @param preferred token of the default from now on; null: it stays, or is the newest
	 * @throws `unavailable` when others did the same meanwhile
	 */
	async function sync(
		context: RequestContext,
		customer: Customer,
		preferred: string | null,
	): Promise<PaymentMethodRow[]> {
		const { provider, customerId, account } = customer;
		const orgId = customer.organization.id;
		const found = (await provider.listMethods(customerId)).slice(0, MAX_METHODS);
		const work = async (change: Change): Promise<PaymentMethodRow[]> => {
			const row = await accounts.lock(change, await lockOrganization(change.tx, orgId));
			if (row.version !== account.version) throw changedMeanwhile();
			await accounts.save(change, row, {});
			const { methods } = paymentsOf(change.tx, orgId);
			const stored = await methods.list();
			const wanted = preferred ?? stored.find(({ isDefault }) => isDefault)?.token;
			const chosen = found.find(({ token }) => token === wanted) ?? found[0];
			await methods.clearDefault();
			const kept: PaymentMethodRow[] = [];
			for (const method of found) {
				const before = stored.find(({ token }) => token === method.token);
				kept.push(await keep(change, orgId, before, method));
			}
			const shown = kept.map((each) => ({ ...each, isDefault: each.token === chosen?.token }));
			await settle(change, orgId, stored, shown);
			if (shown.length > 0) await charges.collectOpen(change, orgId);
			return shown;
		};
		return unitOfWork.run(context, work, { storeOutcome: false });
	}

	return {
		sync,

		/** Returns the ways to pay of an organization, the oldest first. @throws `not_found` `purged` */
		async list(orgId: string): Promise<PaymentMethod[]> {
			const [methods] = await Promise.all([methodsOf(store.db, orgId), findOrganization(store.db, orgId)]);
			return methods.map(toMethod);
		},

		/** Collects what is wrong with a token, and with where people are sent back to. */
		check({ token, returnUrl }: CheckedRequest, fieldErrors: FieldErrors): void {
			if (token !== undefined) fieldErrors.check(() => assertToken(token));
			fieldErrors.check(() => returnAddress(returnUrl, deps));
		},

		/**
		 * Adds a way to pay that the caller's page got from the provider.
		 * @throws `validation_failed` `conflict` `not_found` `purged` `provider_not_configured` `unavailable`
		 */
		async add(
			context: RequestContext,
			orgId: string,
			{ token, makeDefault = true }: AddPaymentMethodRequest,
		): Promise<PaymentMethod> {
			assertToken(token);
			// What is the same at the provider: to attach a token again changes nothing there.
			return unitOfWork.once(context, async () => {
				const customer = await customers.ensure(context, orgId);
				const stored = await methodsOf(store.db, orgId);
				if (stored.length >= MAX_METHODS && !stored.some((each) => each.token === token))
					throw tooManyMethods(MAX_METHODS);
				await customer.provider.attach(customer.customerId, token);
				const shown = await sync(context, customer, makeDefault ? token : null);
				const added = shown.find((each) => each.token === token);
				if (added === undefined) throw notAToken();
				return toMethod(added);
			});
		},

		/** Removes a way to pay. @throws `not_found` `purged` `provider_not_configured` `unavailable` */
		async remove(context: RequestContext, orgId: string, methodId: string): Promise<void> {
			const customer = await customers.ensure(context, orgId);
			const row = (await methodsOf(store.db, orgId)).find(({ id }) => id === methodId);
			if (row === undefined) throw methodNotFound();
			await customer.provider.detach(row.token);
			await sync(context, customer, null);
		},

		/**
		 * Returns the address of a page of the provider.
		 * @throws `validation_failed` `not_found` `purged` `provider_not_configured` `unavailable`
		 */
		async link(context: RequestContext, orgId: string, { page, returnUrl }: CreateBillingLinkRequest): Promise<string> {
			const backTo = returnAddress(returnUrl, deps);
			return unitOfWork.once(context, async () => {
				const { provider, customerId } = await customers.ensure(context, orgId);
				return page === "portal" ? provider.portalLink(customerId, backTo) : provider.checkoutLink(customerId, backTo);
			});
		},
	};
}

/** @throws `validation_failed` for what is not an id of the provider */
function assertToken(token: string): void {
	assertNoCardNumber({ token });
	if (!TOKEN.test(token)) throw notAToken();
}

/** Returns where people are sent back to. @throws `validation_failed` for anywhere else than here and the origins allowed */
function returnAddress(
	raw: string | undefined,
	{ publicUrl, corsOrigins }: Pick<MethodsDeps, "publicUrl" | "corsOrigins">,
) {
	if (raw === undefined) return `${publicUrl.href}/`;
	const url = URL.parse(raw);
	if (url === null || url.username !== "" || url.password !== "") throw foreignAddress();
	const isOurs = url.origin === publicUrl.origin && `${url.pathname}/`.startsWith(`${publicUrl.prefix}/`);
	if (!isOurs && !corsOrigins.includes(url.origin)) throw foreignAddress();
	return url.href;
}

/** Returns the error for a payment method that the organization does not have. */
const methodNotFound = () => new AppError("not_found", "The organization has no such payment method.");

/** Returns the error for something that is not a token of the provider. */
const notAToken = () =>
	invalidMember(
		"/token",
		"invalid_format",
		"must be the id of a payment method of the provider, such as pm_1QxYzAbCdEfGhIjK",
	);

/** Returns the error for an organization with as many ways to pay as there may be. */
const tooManyMethods = (limit: number) =>
	new AppError(
		"conflict",
		text("An organization can have at most {limit} payment methods: remove one first.", { limit }),
		{
			meta: { limit },
		},
	);

/** Returns the error for an address that nobody is sent back to. */
const foreignAddress = () =>
	invalidMember(
		"/returnUrl",
		"not_allowed",
		"must be an https URL below this installation or an origin of CORS_ORIGINS",
	);

/** Returns the error for ways to pay that have changed while they were read from the provider. */
const changedMeanwhile = () =>
	new AppError("unavailable", "The payment methods are being changed: try again shortly.", {
		retryAfterSeconds: 1,
	});
