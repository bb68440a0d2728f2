import type { RunPortions } from "#db/portions";
import type { Purging } from "#platform/artifacts";
import type {
	ErasedPerson,
	EraseMeeting,
	EraseTenant,
	EraseTenantInPortions,
	OnPersonRenamed,
	OnSuspended,
	OrphanPortion,
	Remains,
	RevokeCredentials,
} from "#platform/module";
import type { Reclaiming } from "#platform/reclaiming";
import type { Fact } from "#platform/unit-of-work";

/** Functions called by some modules to which every module contributes. */
export interface ModuleCallbacks {
	readonly eraseTenant: EraseTenant;
	readonly eraseTenantInPortions: EraseTenantInPortions;
	readonly eraseMeeting: EraseMeeting;
	/**
	 * Erases every module's data of a person in an organization.
	 * @param inPortionsOf returns how the portions of what is erased are run, by what it is
	 */
	readonly erasePerson: (inPortionsOf: (what: string) => RunPortions, person: ErasedPerson) => Promise<void>;
	/** Erases every module's data of people who have left organizations: that of the class `userData`, and nothing else. */
	readonly eraseUserData: (
		inPortionsOf: (what: string) => RunPortions,
		people: readonly ErasedPerson[],
	) => Promise<void>;
	/** Erases the names of a person in the content of all organizations, and every module's data of their account. */
	readonly eraseAccount: (inPortions: RunPortions, person: Omit<ErasedPerson, "orgId">) => Promise<void>;
	readonly onSuspended: OnSuspended;
	/** Deletes content whose retention period is over. */
	readonly purging: Purging;
	readonly remains: Remains;
	readonly reclaiming: Reclaiming;
	readonly revokeCredentials: RevokeCredentials;
	/** Returns what marks each kind of what people make for organizations; once all modules exist. */
	readonly orphans: () => readonly OrphanPortion[];
	readonly onPersonRenamed: OnPersonRenamed;
	/** Returns the facts of every module; once all modules exist. */
	readonly facts: () => readonly Fact[];
	/** Called after an initial password was replaced, with its hash. */
	readonly onInitialPasswordReplaced: (passwordHash: string) => void;
	/** Returns the actions of all facts. */
	readonly actions: () => readonly string[];
}
