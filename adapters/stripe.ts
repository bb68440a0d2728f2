import Stripe from "stripe";
import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import type { ChargeOutcome, PaymentProvider, ProviderEvent, ProviderMethod } from "#modules/billing/payments";

/** The connection to Stripe. */
export interface StripeOptions {
	readonly secretKey: string;
	/** Signs what Stripe tells (`whsec_…`). */
	readonly webhookSecret: string;
	readonly apiBase: URL;
}

/** How far from now an event may have been signed, in seconds. */
const TOLERANCE_SECONDS = 300;
/** How long an answer of Stripe is waited for, in ms, and how often it is asked again. */
const TIMEOUT_MS = 20_000;
const RETRIES = 2;
const MAX_ITEMS = 100;

/** Returns the error for a provider that does not answer, or not as it should. The cause is only logged. */
const failed = (cause: unknown): AppError =>
	new AppError("unavailable", "The payment provider could not be asked: try again shortly.", {
		cause,
		retryAfterSeconds: 30,
	});

/** Returns the error for what the provider has not signed, or not at about this time. */
const notSigned = (cause: unknown): AppError =>
	new AppError("invalid_request", "The body has no valid signature of the payment provider.", { cause });

const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
	typeof value === "string" ? value : (value?.id ?? null);

/** Whether Stripe refused what was asked, rather than failed. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
	error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;

/**
 * Asserts that a signature is not of the future, which the library does not: what was signed with a clock that is ahead
 * could be repeated until then.
 */
function assertNotEarly(signature: string, nowMs: number): void {
	const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
	if (!(seconds * 1_000 <= nowMs + TOLERANCE_SECONDS * 1_000)) throw notSigned(new Error("signed in the future"));
}

/** Runs a request. @throws `unavailable` */
async function ask<T>(request: () => Promise<T>): Promise<T> {
	try {
		return await request();
	} catch (error) {
		throw failed(error);
	}
}

const toMethod = (method: Stripe.PaymentMethod): ProviderMethod => {
	const { card, sepa_debit: debit, us_bank_account: bank } = method;
	return {
		token: method.id,
		type: method.type,
		brand: card?.brand ?? bank?.bank_name ?? null,
		last4: card?.last4 ?? debit?.last4 ?? bank?.last4 ?? null,
		expMonth: card?.exp_month ?? null,
		expYear: card?.exp_year ?? null,
	};
};

function toOutcome(intent: Stripe.PaymentIntent): ChargeOutcome {
	const { status, last_payment_error: error } = intent;
	const state = status === "succeeded" ? "succeeded" : status === "processing" ? "processing" : "failed";
	return {
		providerId: intent.id,
		paymentId: intent.metadata.paymentId ?? null,
		state,
		failureCode: state === "failed" ? (error?.decline_code ?? error?.code ?? status) : null,
		receivedMinor: intent.amount_received,
	};
}

/** Returns what an event is about; null: nothing that matters here. */
function toEvent({ id, type, data }: Stripe.Event): ProviderEvent | null {
	const { object } = data;
	const customerId = "customer" in object ? idOf(object.customer) : null;
	const before = "previous_attributes" in data ? data.previous_attributes : undefined;
	// A method that was taken from its customer names it only as what it was before.
	const earlier = before && "customer" in before && typeof before.customer === "string" ? before.customer : null;
	const owner = customerId ?? earlier;
	if (owner === null) return null;
	if (object.object === "payment_intent") return { id, type, customerId: owner, providerId: object.id };
	const isAboutMethods =
		type.startsWith("payment_method.") || type === "checkout.session.completed" || type === "setup_intent.succeeded";
	return isAboutMethods ? { id, type, customerId: owner, providerId: null } : null;
}

/** Creates the provider that takes payments by Stripe. */
export function createStripeProvider({ secretKey, webhookSecret, apiBase }: StripeOptions): PaymentProvider {
	const isHttp = apiBase.protocol === "http:";
	const stripe = new Stripe(secretKey, {
		host: apiBase.hostname,
		port: apiBase.port || (isHttp ? 80 : 443),
		protocol: isHttp ? "http" : "https",
		httpClient: Stripe.createFetchHttpClient(),
		maxNetworkRetries: RETRIES,
		timeout: TIMEOUT_MS,
		telemetry: false,
	});
	const cryptography = Stripe.createSubtleCryptoProvider();

	return {
		async createCustomer({ orgId, name, email }) {
			const about = { name, ...(email !== null && { email }), metadata: { orgId } };
			const customer = await ask(() => stripe.customers.create(about, { idempotencyKey: `customer ${orgId}` }));
			return customer.id;
		},

		async listMethods(customerId) {
			const found = await ask(() => stripe.customers.listPaymentMethods(customerId, { limit: MAX_ITEMS }));
			return found.data.map(toMethod);
		},

		async attach(customerId, token) {
			try {
				await stripe.paymentMethods.attach(token, { customer: customerId });
			} catch (error) {
				if (!isRefusal(error)) throw failed(error);
				throw invalidMember("/token", "refused", "was refused by the payment provider: use another payment method");
			}
		},

		async detach(token) {
			try {
				await stripe.paymentMethods.detach(token);
			} catch (error) {
				if (!isRefusal(error)) throw failed(error);
			}
		},

		async charge({ paymentId, orgId, invoiceId, customerId, token, amountMinor, currency, description }) {
			const request = {
				amount: amountMinor,
				currency: currency.toLowerCase(),
				customer: customerId,
				payment_method: token,
				description,
				off_session: true,
				confirm: true,
				metadata: { orgId, invoiceId, paymentId },
			};
			try {
				return toOutcome(await stripe.paymentIntents.create(request, { idempotencyKey: paymentId }));
			} catch (error) {
				if (!isRefusal(error)) throw failed(error);
				const code = error.decline_code ?? error.code ?? "refused";
				const providerId = error.payment_intent?.id ?? null;
				return { providerId, paymentId, state: "failed", failureCode: code, receivedMinor: 0 };
			}
		},

		async findCharge(providerId) {
			return toOutcome(await ask(() => stripe.paymentIntents.retrieve(providerId)));
		},

		async searchCharge(customerId, paymentId) {
			const found = await ask(() => stripe.paymentIntents.list({ customer: customerId, limit: MAX_ITEMS }));
			const intent = found.data.find(({ metadata }) => metadata.paymentId === paymentId);
			return intent && toOutcome(intent);
		},

		async checkoutLink(customerId, returnUrl) {
			const session = await ask(() =>
				stripe.checkout.sessions.create({
					mode: "setup",
					currency: "eur",
					customer: customerId,
					success_url: returnUrl,
					cancel_url: returnUrl,
				}),
			);
			if (session.url === null) throw failed(new Error("a checkout session has no URL"));
			return session.url;
		},

		async portalLink(customerId, returnUrl) {
			const about = { customer: customerId, return_url: returnUrl };
			const session = await ask(() => stripe.billingPortal.sessions.create(about));
			return session.url;
		},

		async readEvent(body, signature, nowMs) {
			assertNotEarly(signature, nowMs);
			try {
				const payload = Buffer.from(body);
				const { constructEventAsync } = stripe.webhooks;
				const event = await constructEventAsync.call(
					stripe.webhooks,
					payload,
					signature,
					webhookSecret,
					TOLERANCE_SECONDS,
					cryptography,
					nowMs,
				);
				return toEvent(event);
			} catch (error) {
				throw notSigned(error);
			}
		},
	};
}
