import type {
	EraseMeeting,
	EraseTenant,
	EraseTenantInPortions,
	OnPersonRenamed,
	OnSuspended,
	RevokeCredentials,
} from "#platform/module";

/** Functions called by some modules to which every module contributes. */
export interface ModuleCallbacks {
	readonly eraseTenant: EraseTenant;
	readonly eraseTenantInPortions: EraseTenantInPortions;
	readonly eraseMeeting: EraseMeeting;
	readonly onSuspended: OnSuspended;
	readonly revokeCredentials: RevokeCredentials;
	readonly onPersonRenamed: OnPersonRenamed;
	/** Called after an initial password was replaced, with its hash. */
	readonly onInitialPasswordReplaced: (passwordHash: string) => void;
}
