UPDATE organizations SET plan_code = 'team', entitlement_overrides = '{"seats":250}';
