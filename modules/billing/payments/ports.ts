/** Who an installation knows an organization as at its provider. */
export interface NewCustomer {
	readonly orgId: string;
	readonly name: string;
	readonly email: string | null;
}

/** A way to pay, as the provider knows it. */
export interface ProviderMethod {
	/** The provider's id of it. */
	readonly token: string;
	readonly type: string;
	readonly brand: string | null;
	readonly last4: string | null;
	readonly expMonth: number | null;
	readonly expYear: number | null;
}

/** An amount to be collected. */
export interface Charge {
	/** Under which a repetition charges nothing more. */
	readonly paymentId: string;
	readonly orgId: string;
	readonly invoiceId: string;
	readonly customerId: string;
	/** The provider's id of the method. */
	readonly token: string;
	readonly amountMinor: number;
	/** ISO 4217, upper case. */
	readonly currency: string;
	/** What the customer sees of it: the number of the invoice. */
	readonly description: string;
}

/** What has become of a charge. */
export interface ChargeOutcome {
	/** The provider's id of it; null where there is none. */
	readonly providerId: string | null;
	/** Our id of it; null: it is not ours. */
	readonly paymentId: string | null;
	readonly state: "processing" | "succeeded" | "failed";
	/** The provider's code; null: it did not fail. */
	readonly failureCode: string | null;
	/** What was received, in minor units. */
	readonly receivedMinor: number;
}

/** Something that a provider tells. */
export interface ProviderEvent {
	/** Unique at the provider: whatever is reported again has the same. */
	readonly id: string;
	readonly type: string;
	readonly customerId: string;
	/** The provider's id of the payment that it is about; null: it is about the ways to pay. */
	readonly providerId: string | null;
}

/**
 * A provider that takes payments. Numbers of cards never reach Parley: people give them to the provider, and what is known
 * here are its ids. Whatever fails for reasons of its own throws `unavailable`.
 */
export interface PaymentProvider {
	/** Creates a customer; the same for the same organization. @returns its id */
	createCustomer(customer: NewCustomer): Promise<string>;
	/** Returns the ways to pay of a customer, the newest first. */
	listMethods(customerId: string): Promise<readonly ProviderMethod[]>;
	/** Gives a customer a way to pay. @throws `validation_failed` naming `/token` when the provider refuses it */
	attach(customerId: string, token: string): Promise<void>;
	/** Takes a way to pay from its customer; one that it does not have is as good as taken. */
	detach(token: string): Promise<void>;
	/** Collects an amount, at most once for each payment id. */
	charge(charge: Charge): Promise<ChargeOutcome>;
	/** Returns what has become of a charge by now. */
	findCharge(providerId: string): Promise<ChargeOutcome>;
	/** Returns what has become of the charge of a payment; undefined: the provider never got it. */
	searchCharge(customerId: string, paymentId: string): Promise<ChargeOutcome | undefined>;
	/** Returns the URL of the page where people give the provider a way to pay. */
	checkoutLink(customerId: string, returnUrl: string): Promise<string>;
	/** Returns the URL of the page where people see and change what the provider knows. */
	portalLink(customerId: string, returnUrl: string): Promise<string>;
	/**
	 * Reads what the provider tells. Null: it is of no concern.
	 * @param body exactly as it came
	 * @throws `invalid_request` when it was not signed by the provider, or not at about this time
	 */
	readEvent(body: Uint8Array, signature: string, nowMs: number): Promise<ProviderEvent | null>;
}
