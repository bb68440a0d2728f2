import { parseBackupPlace } from "./backup-place.ts";
import type { BackupConfig, S3Config } from "./types.ts";
import type { Environment, VariableName } from "./variables.ts";

const HOUR_MS = 3_600_000;

/** Reports a problem with a variable. */
type Report = (name: VariableName, error: string) => void;

/** Value of `BACKUP_TO` for installations that are backed up by other means. */
const ELSEWHERE = "none";

/**
 * Reads where backups go and who can open them.
 * @param s3 the bucket of blobs, whose service is that of backups too unless another is named
 */
export function readBackup(environment: Environment, s3: S3Config | undefined, report: Report): BackupConfig {
	const {
		BACKUP_TO: to,
		BACKUP_PASSPHRASE: passphrase,
		BACKUP_RECIPIENTS: recipients = [],
		BACKUP_IDENTITY: identity,
	} = environment;
	assertLock(environment, report);
	const isSet = to !== undefined && to !== ELSEWHERE;
	if (isSet && passphrase === undefined && recipients.length === 0)
		report("BACKUP_TO", "needs BACKUP_PASSPHRASE or BACKUP_RECIPIENTS, since a backup contains the encryption key");
	const service = readService(environment, s3, report);
	const place = isSet ? parseBackupPlace(to, environment.DATA_DIR) : null;
	if (place && "error" in place) report("BACKUP_TO", place.error);
	else if (place && "bucket" in place.value && service === undefined)
		report("BACKUP_TO", "a bucket needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY");
	return {
		to: isSet ? to : undefined,
		isElsewhere: to === ELSEWHERE,
		everyMs: environment.BACKUP_HOURS * HOUR_MS,
		keepMs: environment.BACKUP_KEEP_DAYS * 24 * HOUR_MS,
		s3: service,
		passphrase,
		recipients,
		identity,
	};
}

/** Reports what nobody could lock or open a backup with. */
function assertLock(
	{ BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENTS: recipients = [], BACKUP_IDENTITY: identity }: Environment,
	report: Report,
): void {
	if (passphrase !== undefined && recipients.length > 0)
		report("BACKUP_RECIPIENTS", "a backup has a passphrase or recipients: remove this, or BACKUP_PASSPHRASE");
	for (const recipient of recipients)
		if (!/^age1[0-9a-z]+$/.test(recipient)) report("BACKUP_RECIPIENTS", `"${recipient}" is no recipient (age1…)`);
	if (identity !== undefined && !/^AGE-SECRET-KEY-[0-9A-Z-]+$/.test(identity))
		report("BACKUP_IDENTITY", "expected AGE-SECRET-KEY-…");
}

/** Reads the service of a bucket for backups: that of the blobs, unless any of it is set. */
function readService(environment: Environment, s3: S3Config | undefined, report: Report): BackupConfig["s3"] {
	const {
		BACKUP_S3_ENDPOINT: endpoint,
		BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
		BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
		BACKUP_S3_REGION: region,
	} = environment;
	const own = { endpoint, accessKeyId, secretAccessKey };
	if (Object.values(own).every((value) => value === undefined)) return s3;
	if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
		report("BACKUP_S3_ENDPOINT", "expected an http or https URL");
	if (endpoint && accessKeyId && secretAccessKey)
		return { endpoint, accessKeyId, secretAccessKey, region: region ?? environment.S3_REGION };
	report("BACKUP_S3_ENDPOINT", "is needed together with BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY");
	return undefined;
}
