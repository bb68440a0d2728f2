export { ORG_TYPES, type OrgType } from "#db/schema";
