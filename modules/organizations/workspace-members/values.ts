export { WORKSPACE_ROLES } from "#db/schema";
