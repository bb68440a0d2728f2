/** `bun tests/support/remove-member.ts ORG USER`: removes a member in a separate process, like a command of `parley`. */
import { systemContext } from "#modules/tenancy/permissions";
import { withServices } from "#src/cli/services";
import { loadConfig } from "#src/config";

const [, , orgId = "", userId = ""] = process.argv;
await withServices(loadConfig(), ({ members }) => members.remove(systemContext("cli:test"), orgId, userId));
