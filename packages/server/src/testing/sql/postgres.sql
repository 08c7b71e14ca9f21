-- What the service asks of postgres. Derived by `npm run derive`: change the code, not this file.

-- GET /api/v1/users/me
select "id", "user_id", "hash", "preferences", "expires_at", "last_used_at"
  from "tokens"
  where "hash" = $1;
select "login", "organization_id", "active"
  from "users"
  where "id" = $1;
select "id", "shared"
  from "organizations"
  where ("id" = $1
  or "id" in (select "organization_id"
  from "organizations_users"
  where "user_id" = $2))
  order by "id";
select count(*) as "count"
  from "groups";
select "groups_roles"."group_id", "groups_roles"."access"
  from "roles_users"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  inner join "groups_roles" on "groups_roles"."role_id" = "roles"."id"
  where "roles_users"."user_id" = $1 and "roles"."active" = $2;
select "group_id", "access"
  from "groups_users"
  where "user_id" = $1 union select "groups_roles"."group_id", "groups_roles"."access"
  from "roles_users"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  inner join "groups_roles" on "groups_roles"."role_id" = "roles"."id"
  where "roles_users"."user_id" = $2 and "roles"."active" = $3;
select distinct "permissions"."name"
  from "roles_users"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  inner join "permissions_roles" on "permissions_roles"."role_id" = "roles"."id"
  inner join "permissions" on "permissions"."id" = "permissions_roles"."permission_id"
  where "roles_users"."user_id" = $1 and "roles"."active" = $2 and "permissions"."active" = $3
  order by "permissions"."name";
select "users"."id", "users"."organization_id", "users"."login", "users"."firstname", "users"."lastname", "users"."fullname", "users"."email", "users"."image", "users"."image_source", "users"."web", "users"."phone", "users"."fax", "users"."mobile", "users"."department", "users"."street", "users"."zip", "users"."city", "users"."country", "users"."address", "users"."vip", "users"."verified", "users"."active", "users"."note", "users"."last_login", "users"."source", "users"."login_failed", "users"."out_of_office", "users"."out_of_office_start_at", "users"."out_of_office_end_at", "users"."out_of_office_replacement_id", "users"."preferences", "users"."updated_by_id", "users"."created_by_id", "users"."created_at", "users"."updated_at"
  from "users"
  where "users"."id" = $1;
select distinct "pair"."user_id", "pair"."role_id"
  from "roles_users" as "pair"
  where "pair"."user_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "pair"."role_id";
select distinct "pair"."user_id", "pair"."organization_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "pair"."organization_id";
select distinct "pair"."user_id", "pair"."group_id", "pair"."access"
  from "groups_users" as "pair"
  where "pair"."user_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "pair"."group_id";

-- GET /api/v1/users/me, as nils
select "users"."id", "users"."organization_id", "users"."login", "users"."firstname", "users"."lastname", case when "users"."id" = $1 then "users"."fullname" when "users"."id" = 1 then '' else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "fullname", "users"."email", "users"."image", "users"."image_source", "users"."web", "users"."phone", "users"."fax", "users"."mobile", "users"."department", "users"."street", "users"."zip", "users"."city", "users"."country", "users"."address", "users"."vip", "users"."verified", "users"."active", "users"."note", "users"."last_login", "users"."source", "users"."login_failed", "users"."out_of_office", "users"."out_of_office_start_at", "users"."out_of_office_end_at", "users"."out_of_office_replacement_id", "users"."preferences", "users"."updated_by_id", "users"."created_by_id", "users"."created_at", "users"."updated_at"
  from "users"
  where ("users"."id" = $2
  or "users"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($3::text::jsonb))) and "users"."id" = $4;
select distinct "pair"."user_id", "far"."id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "pair"."user_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))
  order by "far"."id";

-- GET /api/v1/tickets/2, as rita
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "tickets"."id" = $2;

-- GET /api/v1/tickets/2?expand=true, as rita
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "far"."ticket_id", "far"."id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))) and "far"."ticket_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))
  order by "far"."id";
select "far"."ticket_id", "far"."id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))) and "far"."ticket_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))
  order by "far"."id";
select distinct "pair"."ticket_id", "far"."id", "far"."name"
  from "tags" as "far"
  inner join "tickets_tags" as "pair" on "pair"."tag_id" = "far"."id"
  where "pair"."ticket_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";
select "id", "name"
  from "groups"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "id", "name"
  from "ticket_priorities"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "id", "name"
  from "ticket_states"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "id", "name"
  from "organizations"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "id", "login"
  from "users"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));

-- GET /api/v1/tickets/2?full=true, as rita
select "users"."id", "users"."organization_id", "users"."login", "users"."firstname", "users"."lastname", "users"."fullname", "users"."email", "users"."image", "users"."image_source", "users"."web", "users"."phone", "users"."fax", "users"."mobile", "users"."department", "users"."street", "users"."zip", "users"."city", "users"."country", "users"."address", "users"."vip", "users"."verified", "users"."active", "users"."note", "users"."last_login", "users"."source", "users"."login_failed", "users"."out_of_office", "users"."out_of_office_start_at", "users"."out_of_office_end_at", "users"."out_of_office_replacement_id", "users"."preferences", "users"."updated_by_id", "users"."created_by_id", "users"."created_at", "users"."updated_at"
  from "users"
  where "users"."id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "users"."id";
select "organizations"."id", "organizations"."name", "organizations"."shared", "organizations"."domain", "organizations"."domain_assignment", "organizations"."active", "organizations"."vip", "organizations"."note", "organizations"."updated_by_id", "organizations"."created_by_id", "organizations"."created_at", "organizations"."updated_at"
  from "organizations"
  where "organizations"."id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "organizations"."id";
select "far"."organization_id", "far"."id"
  from "users" as "far"
  where "far"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";
select distinct "pair"."organization_id", "pair"."user_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "pair"."user_id";
select "groups"."id", "groups"."signature_id", "groups"."email_address_id", "groups"."name", "groups"."name_last", "groups"."parent_id", "groups"."assignment_timeout", "groups"."follow_up_possible", "groups"."reopen_time_in_days", "groups"."follow_up_assignment", "groups"."active", "groups"."shared_drafts", "groups"."note", "groups"."updated_by_id", "groups"."created_by_id", "groups"."created_at", "groups"."updated_at"
  from "groups"
  where "groups"."id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "groups"."id";
select distinct "pair"."group_id", "pair"."user_id"
  from "groups_users" as "pair"
  where "pair"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "pair"."user_id";
select "roles"."id", "roles"."name", "roles"."preferences", "roles"."default_at_signup", "roles"."active", "roles"."note", "roles"."updated_by_id", "roles"."created_by_id", "roles"."created_at", "roles"."updated_at"
  from "roles"
  where "roles"."id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "roles"."id";
select distinct "pair"."role_id", "pair"."permission_id"
  from "permissions_roles" as "pair"
  where "pair"."role_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "pair"."permission_id";
select distinct "pair"."role_id", "pair"."group_id", "pair"."access"
  from "groups_roles" as "pair"
  where "pair"."role_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "pair"."group_id";

-- GET /api/v1/tickets
select max("id") as "last"
  from "tickets";
select count(*) as "count"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "tickets"."id" >= $2
  order by "tickets"."id"
  limit $3 offset $4;

-- GET /api/v1/tickets, as rita
-- nothing new

-- GET /api/v1/tickets, as nils
select count(*) as "count"
  from "tickets"
  where ("tickets"."customer_id" = $1
  or "tickets"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb)));
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where ("tickets"."customer_id" = $1
  or "tickets"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))) and "tickets"."id" >= $3
  order by "tickets"."id"
  limit $4 offset $5;

-- GET /api/v1/tickets?page=100
-- nothing new

-- GET /api/v1/tickets?after=2
-- nothing new

-- GET /api/v1/tickets?sort_by=title,created_at&order_by=desc,asc
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "tickets"."title" collate "C" desc nulls last, "tickets"."created_at" asc nulls first, "tickets"."id" asc nulls first
  limit $2 offset $3;

-- GET /api/v1/tickets?ids=1,2,3
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "tickets"."id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))
  order by "tickets"."id" asc nulls first
  limit $3 offset $4;
select count(*) as "count"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "tickets"."id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb));

-- GET /api/v1/tickets?fields=id,title,tags
select "tickets"."id", "tickets"."title"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "tickets"."id" >= $2
  order by "tickets"."id"
  limit $3 offset $4;

-- GET /api/v1/users
select max("id") as "last"
  from "users";
select count(*) as "count"
  from "users";
select "users"."id", "users"."organization_id", "users"."login", "users"."firstname", "users"."lastname", "users"."fullname", "users"."email", "users"."image", "users"."image_source", "users"."web", "users"."phone", "users"."fax", "users"."mobile", "users"."department", "users"."street", "users"."zip", "users"."city", "users"."country", "users"."address", "users"."vip", "users"."verified", "users"."active", "users"."note", "users"."last_login", "users"."source", "users"."login_failed", "users"."out_of_office", "users"."out_of_office_start_at", "users"."out_of_office_end_at", "users"."out_of_office_replacement_id", "users"."preferences", "users"."updated_by_id", "users"."created_by_id", "users"."created_at", "users"."updated_at"
  from "users"
  where "users"."id" >= $1
  order by "users"."id"
  limit $2 offset $3;

-- GET /api/v1/users?expand=true
select distinct "pair"."user_id", "far"."id", "far"."name"
  from "roles" as "far"
  inner join "roles_users" as "pair" on "pair"."role_id" = "far"."id"
  where "pair"."user_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";
select distinct "pair"."user_id", "far"."id", "far"."name"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "pair"."user_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";
select distinct "pair"."user_id", "far"."id", "far"."name", "pair"."access"
  from "groups" as "far"
  inner join "groups_users" as "pair" on "pair"."group_id" = "far"."id"
  where "pair"."user_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";

-- GET /api/v1/users/8, as nils
-- nothing new

-- GET /api/v1/organizations?full=true
select max("id") as "last"
  from "organizations";
select count(*) as "count"
  from "organizations";
select "organizations"."id", "organizations"."name", "organizations"."shared", "organizations"."domain", "organizations"."domain_assignment", "organizations"."active", "organizations"."vip", "organizations"."note", "organizations"."updated_by_id", "organizations"."created_by_id", "organizations"."created_at", "organizations"."updated_at"
  from "organizations"
  where "organizations"."id" >= $1
  order by "organizations"."id"
  limit $2 offset $3;

-- GET /api/v1/organizations, as nils
select count(*) as "count"
  from "organizations"
  where "organizations"."id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "organizations"."id", "organizations"."name", "organizations"."shared", "organizations"."domain", "organizations"."domain_assignment", "organizations"."active", "organizations"."vip", "organizations"."note", "organizations"."updated_by_id", "organizations"."created_by_id", "organizations"."created_at", "organizations"."updated_at"
  from "organizations"
  where "organizations"."id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "organizations"."id" >= $2
  order by "organizations"."id"
  limit $3 offset $4;
select "far"."organization_id", "far"."id"
  from "users" as "far"
  where ("far"."id" = $1
  or "far"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))) and "far"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($3::text::jsonb))
  order by "far"."id";
select distinct "pair"."organization_id", "far"."id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $1
  or "far"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))) and "pair"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($3::text::jsonb))
  order by "far"."id";

-- GET /api/v1/groups?expand=true
select max("id") as "last"
  from "groups";
select "groups"."id", "groups"."signature_id", "groups"."email_address_id", "groups"."name", "groups"."name_last", "groups"."parent_id", "groups"."assignment_timeout", "groups"."follow_up_possible", "groups"."reopen_time_in_days", "groups"."follow_up_assignment", "groups"."active", "groups"."shared_drafts", "groups"."note", "groups"."updated_by_id", "groups"."created_by_id", "groups"."created_at", "groups"."updated_at"
  from "groups"
  where "groups"."id" >= $1
  order by "groups"."id"
  limit $2 offset $3;
select distinct "pair"."group_id", "far"."id", "far"."login"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where "pair"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";
select "id", "name"
  from "signatures"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));

-- GET /api/v1/roles?expand=true
select max("id") as "last"
  from "roles";
select count(*) as "count"
  from "roles";
select "roles"."id", "roles"."name", "roles"."preferences", "roles"."default_at_signup", "roles"."active", "roles"."note", "roles"."updated_by_id", "roles"."created_by_id", "roles"."created_at", "roles"."updated_at"
  from "roles"
  where "roles"."id" >= $1
  order by "roles"."id"
  limit $2 offset $3;
select distinct "pair"."role_id", "far"."id", "far"."name"
  from "permissions" as "far"
  inner join "permissions_roles" as "pair" on "pair"."permission_id" = "far"."id"
  where "pair"."role_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";
select distinct "pair"."role_id", "far"."id", "far"."name", "pair"."access"
  from "groups" as "far"
  inner join "groups_roles" as "pair" on "pair"."group_id" = "far"."id"
  where "pair"."role_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";

-- GET /api/v1/ticket_states?expand=true
select max("id") as "last"
  from "ticket_states";
select count(*) as "count"
  from "ticket_states";
select "ticket_states"."id", "ticket_states"."state_type_id", "ticket_states"."name", "ticket_states"."next_state_id", "ticket_states"."ignore_escalation", "ticket_states"."default_create", "ticket_states"."default_follow_up", "ticket_states"."note", "ticket_states"."active", "ticket_states"."updated_by_id", "ticket_states"."created_by_id", "ticket_states"."created_at", "ticket_states"."updated_at"
  from "ticket_states"
  where "ticket_states"."id" >= $1
  order by "ticket_states"."id"
  limit $2 offset $3;
select "id", "name"
  from "ticket_state_types"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));

-- GET /api/v1/ticket_articles/by_ticket/2, as rita
select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "tickets"."id" = $2;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "ticket_articles"."id", "ticket_articles"."ticket_id", "ticket_articles"."type_id", "ticket_articles"."sender_id", "ticket_articles"."from", "ticket_articles"."to", "ticket_articles"."cc", "ticket_articles"."subject", "ticket_articles"."reply_to", "ticket_articles"."message_id", "ticket_articles"."message_id_md5", "ticket_articles"."in_reply_to", "ticket_articles"."content_type", "ticket_articles"."references", "ticket_articles"."body", "ticket_articles"."internal", "ticket_articles"."preferences", "ticket_articles"."updated_by_id", "ticket_articles"."created_by_id", "ticket_articles"."created_at", "ticket_articles"."updated_at", "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))) and "ticket_articles"."ticket_id" = $2
  order by "ticket_articles"."created_at", "ticket_articles"."id";
select "id", "article_id", "store_file_id", "filename", "size", "preferences"
  from "attachments"
  where "article_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "id";
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "ticket_article_id", "time_unit"
  from "time_accountings"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))) and "ticket_article_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb));
select "id", "name"
  from "ticket_article_types"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "id", "name"
  from "ticket_article_senders"
  where "id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));

-- GET /api/v1/ticket_articles/by_ticket/2, as nils
select "tickets"."id"
  from "tickets"
  where ("tickets"."customer_id" = $1
  or "tickets"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))) and "tickets"."id" = $3;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and ("ticket_articles"."internal" = $1 and ("its_ticket"."customer_id" = $2
  or "its_ticket"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($3::text::jsonb))));
select "ticket_articles"."id", "ticket_articles"."ticket_id", "ticket_articles"."type_id", "ticket_articles"."sender_id", "ticket_articles"."from", "ticket_articles"."to", "ticket_articles"."cc", "ticket_articles"."subject", "ticket_articles"."reply_to", "ticket_articles"."message_id", "ticket_articles"."message_id_md5", "ticket_articles"."in_reply_to", "ticket_articles"."content_type", "ticket_articles"."references", "ticket_articles"."body", "ticket_articles"."internal", "ticket_articles"."preferences", "ticket_articles"."updated_by_id", "ticket_articles"."created_by_id", "ticket_articles"."created_at", "ticket_articles"."updated_at", "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and ("ticket_articles"."internal" = $1 and ("its_ticket"."customer_id" = $2
  or "its_ticket"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($3::text::jsonb))))) and "ticket_articles"."ticket_id" = $4
  order by "ticket_articles"."created_at", "ticket_articles"."id";
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and 1 = 0;
select "ticket_article_id", "time_unit"
  from "time_accountings"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and 1 = 0) and "ticket_article_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));

-- GET /api/v1/ticket_articles?full=true
select max("id") as "last"
  from "ticket_articles";
select count(*) as "count"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)));
select "ticket_articles"."id", "ticket_articles"."ticket_id", "ticket_articles"."type_id", "ticket_articles"."sender_id", "ticket_articles"."from", "ticket_articles"."to", "ticket_articles"."cc", "ticket_articles"."subject", "ticket_articles"."reply_to", "ticket_articles"."message_id", "ticket_articles"."message_id_md5", "ticket_articles"."in_reply_to", "ticket_articles"."content_type", "ticket_articles"."references", "ticket_articles"."body", "ticket_articles"."internal", "ticket_articles"."preferences", "ticket_articles"."updated_by_id", "ticket_articles"."created_by_id", "ticket_articles"."created_at", "ticket_articles"."updated_at", "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))) and "ticket_articles"."id" >= $2
  order by "ticket_articles"."id"
  limit $3 offset $4;
select "ticket_article_id", "time_unit"
  from "time_accountings"
  where "ticket_article_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb));
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "tickets"."id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))
  order by "tickets"."id";
select "far"."ticket_id", "far"."id"
  from "time_accountings" as "far"
  where "far"."ticket_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";

-- GET /api/v1/tag_list
select "id", "name", (select count(*) as "count"
  from "tickets_tags"
  where "tickets_tags"."tag_id" = "tags"."id") as "count"
  from "tags"
  order by name collate "C", "id"
  limit $1 offset $2;
select count(*) as "total"
  from "tags";

-- GET /api/v1/tags?object=Ticket&o_id=2, as rita
select "tags"."name"
  from "tickets_tags"
  inner join "tags" on "tags"."id" = "tickets_tags"."tag_id"
  where "tickets_tags"."ticket_id" = $1
  order by "tags"."id";

-- GET /api/v1/tickets/search?query=printer, as rita
select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fullname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."login", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."email", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  limit $11;
select "rowid"
  from "organizations_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("organizations_text"."name", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("organizations_text"."domain", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  limit $5;
select "rowid"
  from "groups_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("groups_text"."name", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  limit $3;
select "value"
  from "settings"
  where "name" = $1;
select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."number", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."tags", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($25::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $26 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($27::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $28 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($29::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $30 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($31::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $32 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($33::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $34 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($35::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $36 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0));
select "change"
  from (select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."number", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."tags", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($25::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $26 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($27::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $28 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($29::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $30 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($31::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $32 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($33::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $34 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($35::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $36 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0))) as "found"
  order by "change" desc
  limit $37 offset $38;
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."change" in (select "change"
  from (select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."number", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."tags", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($25::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $26 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($27::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $28 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($29::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $30 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($31::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $32 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($33::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $34 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($35::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $36 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0))) as "found"
  order by "change" desc
  limit $37 offset $38)
  order by "tickets"."change" desc;

-- GET /api/v1/tickets/search?query=printer, as nils
select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fullname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."login", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."email", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0);
select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fullname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0);
select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0);
select "id"
  from "users"
  where (("users"."id" = $1 and "users"."id" in (select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($2::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $3 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fullname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($4::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $5 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($6::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $7 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($8::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $9 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."login", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($10::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $11 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."email", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)))
  or ((trim(coalesce("users"."firstname", '') || coalesce("users"."lastname", '')) <> '' and not coalesce("users"."id" = $12, $13)) and "users"."id" in (select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($14::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $15 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fullname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($16::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $17 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($18::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $19 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)))
  or ((not coalesce("users"."id" = $20, $21) and not coalesce(trim(coalesce("users"."firstname", '') || coalesce("users"."lastname", '')) <> '', $22)) and "users"."id" in (select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($25::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $26 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0))))
  limit $27;
select "rowid"
  from "organizations_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("organizations_text"."name", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("organizations_text"."domain", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0);
select "rowid"
  from "organizations_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("organizations_text"."name", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0);
select "id"
  from "organizations"
  where (("organizations"."id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "organizations"."id" in (select "rowid"
  from "organizations_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($2::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $3 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("organizations_text"."name", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($4::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $5 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("organizations_text"."domain", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)))
  or (not coalesce("organizations"."id" in (select value::bigint
  from jsonb_array_elements_text($6::text::jsonb)), $7) and "organizations"."id" in (select "rowid"
  from "organizations_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($8::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $9 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("organizations_text"."name", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0))))
  limit $10;
select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."number", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."tags", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0));
select "change"
  from (select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."number", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."tags", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0))) as "found"
  order by "change" desc
  limit $25 offset $26;
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."change" in (select "change"
  from (select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."number", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."tags", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0))) as "found"
  order by "change" desc
  limit $25 offset $26)
  order by "tickets"."change" desc;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = $1 and ("its_ticket"."customer_id" = $2
  or "its_ticket"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($3::text::jsonb))));
select "far"."ticket_id", "far"."id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = $1 and ("its_ticket"."customer_id" = $2
  or "its_ticket"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($3::text::jsonb))))) and "far"."ticket_id" in (select value::bigint
  from jsonb_array_elements_text($4::text::jsonb))
  order by "far"."id";
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0;
select "far"."ticket_id", "far"."id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb))
  order by "far"."id";
select "users"."id", "users"."organization_id", "users"."login", "users"."firstname", "users"."lastname", case when "users"."id" = $1 then "users"."fullname" when "users"."id" = 1 then '' else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "fullname", "users"."email", "users"."image", "users"."image_source", "users"."web", "users"."phone", "users"."fax", "users"."mobile", "users"."department", "users"."street", "users"."zip", "users"."city", "users"."country", "users"."address", "users"."vip", "users"."verified", "users"."active", "users"."note", "users"."last_login", "users"."source", "users"."login_failed", "users"."out_of_office", "users"."out_of_office_start_at", "users"."out_of_office_end_at", "users"."out_of_office_replacement_id", "users"."preferences", "users"."updated_by_id", "users"."created_by_id", "users"."created_at", "users"."updated_at"
  from "users"
  where "users"."id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))
  order by "users"."id";
select distinct "pair"."group_id", "far"."id"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $1
  or "far"."organization_id" in (select value::bigint
  from jsonb_array_elements_text($2::text::jsonb))) and "pair"."group_id" in (select value::bigint
  from jsonb_array_elements_text($3::text::jsonb))
  order by "far"."id";

-- GET /api/v1/tickets/search?query=customer.fullname:Nils&full=true, as rita
select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fullname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  limit $3;
select "row"."change"
  from "tickets" as "row"
  where ("row"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "row"."customer_id" = $2);
select "change"
  from (select "row"."change"
  from "tickets" as "row"
  where ("row"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "row"."customer_id" = $2)) as "found"
  order by "change" desc
  limit $3 offset $4;
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."change" in (select "change"
  from (select "row"."change"
  from "tickets" as "row"
  where ("row"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "row"."customer_id" = $2)) as "found"
  order by "change" desc
  limit $3 offset $4)
  order by "tickets"."change" desc;
select count(*) as "count"
  from (select "row"."change"
  from "tickets" as "row"
  where ("row"."group_id" in (select value::bigint
  from jsonb_array_elements_text($1::text::jsonb)) and "row"."customer_id" = $2)) as "hits";

-- GET /api/v1/tickets/search?query=state:open AND title:"label printer", as rita
select "rowid"
  from "ticket_states_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("ticket_states_text"."name", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  limit $3;
select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and ((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)));
select "change"
  from (select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and ((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)))) as "found"
  order by "change" desc
  limit $9 offset $10;
select "tickets"."id", "tickets"."group_id", "tickets"."priority_id", "tickets"."state_id", "tickets"."organization_id", "tickets"."number", "tickets"."title", "tickets"."owner_id", "tickets"."customer_id", "tickets"."note", "tickets"."first_response_at", "tickets"."first_response_escalation_at", "tickets"."first_response_in_min", "tickets"."first_response_diff_in_min", "tickets"."close_at", "tickets"."close_escalation_at", "tickets"."close_in_min", "tickets"."close_diff_in_min", "tickets"."update_escalation_at", "tickets"."update_in_min", "tickets"."update_diff_in_min", "tickets"."last_close_at", "tickets"."last_contact_at", "tickets"."last_contact_agent_at", "tickets"."last_contact_customer_at", "tickets"."last_owner_update_at", "tickets"."create_article_type_id", "tickets"."create_article_sender_id", "tickets"."article_count", "tickets"."escalation_at", "tickets"."pending_time", "tickets"."type", "tickets"."time_unit", "tickets"."preferences", "tickets"."updated_by_id", "tickets"."created_by_id", "tickets"."created_at", "tickets"."updated_at"
  from "tickets"
  where "tickets"."change" in (select "change"
  from (select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and ((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)))) as "found"
  order by "change" desc
  limit $9 offset $10)
  order by "tickets"."change" desc;

-- GET /api/v1/tickets/search?query=toner&only_total_count=true, as rita
select count(*) as "count"
  from (select "text"."rowid" as "change"
  from "tickets_text" as "text"
  where (((position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)
  or (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."refs", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."number", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."title", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."tags", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_subject", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_from", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_to", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($25::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $26 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($27::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $28 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_cc", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($29::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $30 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($31::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $32 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_body", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($33::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $34 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."article_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($35::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $36 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("text"."internal_attachment", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0))) as "hits";

-- GET /api/v1/users/search?query=nils
select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."login", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fullname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."email", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."web", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."phone", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fax", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."mobile", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."department", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."street", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."zip", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($25::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $26 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."city", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($27::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $28 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."country", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($29::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $30 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."address", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($31::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $32 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0);
select "users"."id", "users"."organization_id", "users"."login", "users"."firstname", "users"."lastname", "users"."fullname", "users"."email", "users"."image", "users"."image_source", "users"."web", "users"."phone", "users"."fax", "users"."mobile", "users"."department", "users"."street", "users"."zip", "users"."city", "users"."country", "users"."address", "users"."vip", "users"."verified", "users"."active", "users"."note", "users"."last_login", "users"."source", "users"."login_failed", "users"."out_of_office", "users"."out_of_office_start_at", "users"."out_of_office_end_at", "users"."out_of_office_replacement_id", "users"."preferences", "users"."updated_by_id", "users"."created_by_id", "users"."created_at", "users"."updated_at"
  from "users"
  where "users"."id" in (select "rowid"
  from "users_text"
  where (position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($1::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $2 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."login", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($3::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $4 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."firstname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($5::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $6 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."lastname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($7::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $8 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fullname", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($9::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $10 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."email", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($11::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $12 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."web", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($13::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $14 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."phone", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($15::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $16 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."fax", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($17::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $18 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."mobile", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($19::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $20 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."department", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($21::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $22 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."street", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($23::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $24 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."zip", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($25::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $26 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."city", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($27::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $28 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."country", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($29::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $30 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."address", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0
  or position(' ' || btrim(regexp_replace(normalize(regexp_replace(normalize(lower($31::text), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g')) || $32 in ' ' || regexp_replace(normalize(regexp_replace(normalize(lower(coalesce("users_text"."note", '')), NFD), '[\u0300-\u036f]', '', 'g'), NFC), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)) and "users"."id" <> $33
  order by "users"."updated_at" desc nulls last, "users"."id" desc nulls last
  limit $34 offset $35;
