// Derived by `npm run derive`: change the routes and derive/requests.ts, not this file.
import type { Examples } from './operation.ts'

export const examples: Examples = {
 "getGettingStarted": {"response":{"setup_done":true,"import_mode":false,"import_backend":"","system_online_service":false}},
 "getGettingStartedAutoWizard": {"response":{"auto_wizard":false}},
 "getGettingStartedAutoWizardByToken": {"response":{"auto_wizard":false}},
 "postGettingStartedToken": {"request":{"token":"from-the-link"},"response":{"valid":false}},
 "postGettingStartedAdmin": {
  "request": {"token":"from-the-link","firstname":"Kim","lastname":"Lee","email":"kim@wharf.example","password":"Correct-horse-2-staple"},
  "response": {
   "session": {
    "id": 3,
    "organization_id": null,
    "login": "kim@wharf.example",
    "firstname": "Kim",
    "lastname": "Lee",
    "fullname": "Kim Lee",
    "email": "kim@wharf.example",
    "image": null,
    "image_source": null,
    "web": "",
    "phone": "",
    "fax": "",
    "mobile": "",
    "department": null,
    "street": "",
    "zip": "",
    "city": "",
    "country": "",
    "address": null,
    "vip": false,
    "verified": false,
    "active": true,
    "note": "",
    "last_login": "2026-03-02T09:00:00.000Z",
    "source": null,
    "login_failed": 1,
    "out_of_office": false,
    "out_of_office_start_at": null,
    "out_of_office_end_at": null,
    "out_of_office_replacement_id": null,
    "preferences": {"locale":"de-de"},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "role_ids": [1,2],
    "organization_ids": [],
    "group_ids": {"1":["full"]},
    "two_factor_preference_ids": [],
    "authorization_ids": [],
    "overview_sorting_ids": []
   },
   "permissions": ["admin","chat.agent","cti.agent"],
   "groups": {"1":["full"]},
   "config": {
    "product_name": "Harbor helpdesk",
    "organization": "Wharf",
    "fqdn": "help.wharf.example",
    "http_type": "https",
    "timezone_default": "UTC",
    "maintenance_mode": false,
    "time_accounting": true,
    "tag_new": true,
    "checklist": true,
    "ui_ticket_zoom_article_delete_timeframe": 600,
    "user_create_account": false,
    "user_lost_password": true,
    "locale_default": "en-us",
    "ui_ticket_hold_seconds": 10,
    "ticket_hook": "Ticket#"
   },
   "event_cursor": 266
  }
 },
 "getVersion": {"response":{"version":"0.1.0","idempotency_keys":true}},
 "postUsersPasswordReset": {"request":{"username":"nils@desk.example"},"response":{"message":"ok","notice":["The service sends no mail. Ask an administrator for a link."]}},
 "postUsersPasswordResetVerify": {"request":{"token":"from-the-mail","password":"Correct-horse-2-staple"},"response":{"message":"failed"}},
 "postUsersEmailVerify": {"request":{"token":"from-the-mail","password":"Correct-horse-2-staple"},"response":{"message":"failed"}},
 "getUnsubscribeByToken": {},
 "postUnsubscribeByToken": {"response":{"message":"ok"}},
 "getSignshow": {
  "response": {
   "error": "no valid session",
   "config": {
    "product_name": "Deskbell",
    "organization": "Wharf",
    "fqdn": "help.wharf.example",
    "http_type": "https",
    "timezone_default": "UTC",
    "maintenance_mode": false,
    "user_create_account": false,
    "user_lost_password": true,
    "locale_default": "en-us"
   }
  }
 },
 "postSignin": {
  "request": {"username":"admin@desk.example","password":"correct horse"},
  "response": {
   "session": {
    "id": 3,
    "organization_id": null,
    "login": "admin@desk.example",
    "firstname": "",
    "lastname": "",
    "fullname": "admin@desk.example",
    "email": "admin@desk.example",
    "image": null,
    "image_source": null,
    "web": "",
    "phone": "",
    "fax": "",
    "mobile": "",
    "department": null,
    "street": "",
    "zip": "",
    "city": "",
    "country": "",
    "address": null,
    "vip": false,
    "verified": false,
    "active": true,
    "note": "",
    "last_login": "2026-03-02T09:00:00.000Z",
    "source": null,
    "login_failed": 0,
    "out_of_office": false,
    "out_of_office_start_at": null,
    "out_of_office_end_at": null,
    "out_of_office_replacement_id": null,
    "preferences": {},
    "updated_by_id": 3,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "role_ids": [1,2],
    "organization_ids": [],
    "group_ids": {"1":["full"]},
    "two_factor_preference_ids": [],
    "authorization_ids": [],
    "overview_sorting_ids": []
   },
   "permissions": ["admin","chat.agent","cti.agent"],
   "groups": {"1":["full"]},
   "config": {
    "product_name": "Deskbell",
    "organization": "",
    "fqdn": "localhost",
    "http_type": "http",
    "timezone_default": "UTC",
    "maintenance_mode": false,
    "time_accounting": true,
    "tag_new": true,
    "checklist": true,
    "ui_ticket_zoom_article_delete_timeframe": 600,
    "user_create_account": false,
    "user_lost_password": true,
    "locale_default": "en-us",
    "ui_ticket_hold_seconds": 10,
    "ticket_hook": "Ticket#"
   },
   "event_cursor": 4
  }
 },
 "deleteSignout": {"response":{}},
 "getUsersImageByHash": {},
 "getOpenapiJson": {},
 "getEvents": {
  "response": [
   {
    "id": 1,
    "name": "ticket.created",
    "object": "Ticket",
    "collection": "tickets",
    "o_id": 1,
    "ticket_id": 1,
    "changes": {},
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getUsersMe": {
  "response": {
   "id": 3,
   "organization_id": null,
   "login": "admin@desk.example",
   "firstname": "",
   "lastname": "",
   "fullname": "admin@desk.example",
   "email": "admin@desk.example",
   "image": "ef1955ae757c8b966c83248350331bd3",
   "image_source": null,
   "web": "",
   "phone": "",
   "fax": "",
   "mobile": "",
   "department": null,
   "street": "",
   "zip": "",
   "city": "",
   "country": "",
   "address": null,
   "vip": false,
   "verified": false,
   "active": true,
   "note": "",
   "last_login": "2026-03-02T09:00:00.000Z",
   "source": null,
   "login_failed": 1,
   "out_of_office": false,
   "out_of_office_start_at": null,
   "out_of_office_end_at": null,
   "out_of_office_replacement_id": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "role_ids": [1,2],
   "organization_ids": [],
   "group_ids": {"1":["full"]},
   "two_factor_preference_ids": [],
   "authorization_ids": [],
   "overview_sorting_ids": []
  }
 },
 "putUsersMe": {
  "request": {"firstname":"Alex","lastname":"Kim"},
  "response": {
   "id": 3,
   "organization_id": null,
   "login": "admin@desk.example",
   "firstname": "Alex",
   "lastname": "Kim",
   "fullname": "Alex Kim",
   "email": "admin@desk.example",
   "image": "ef1955ae757c8b966c83248350331bd3",
   "image_source": null,
   "web": "",
   "phone": "",
   "fax": "",
   "mobile": "",
   "department": null,
   "street": "",
   "zip": "",
   "city": "",
   "country": "",
   "address": null,
   "vip": false,
   "verified": false,
   "active": true,
   "note": "",
   "last_login": "2026-03-02T09:00:00.000Z",
   "source": null,
   "login_failed": 1,
   "out_of_office": false,
   "out_of_office_start_at": null,
   "out_of_office_end_at": null,
   "out_of_office_replacement_id": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "role_ids": [1,2],
   "organization_ids": [],
   "group_ids": {"1":["full"]},
   "two_factor_preference_ids": [],
   "authorization_ids": [],
   "overview_sorting_ids": []
  }
 },
 "postUsersByIdPasswordReset": {"response":{"token":"a-secret-that-is-returned-once","url":"/password/a-secret","expires_at":"2026-03-03T09:00:00.000Z"}},
 "postUsers": {
  "request": {"firstname":"Kim","lastname":"Lee","email":"kim@wharf.example","roles":["Customer"]},
  "response": {
   "id": 13,
   "organization_id": null,
   "login": "kim@wharf.example",
   "firstname": "Kim",
   "lastname": "Lee",
   "fullname": "Kim Lee",
   "email": "kim@wharf.example",
   "image": null,
   "image_source": null,
   "web": "",
   "phone": "",
   "fax": "",
   "mobile": "",
   "department": null,
   "street": "",
   "zip": "",
   "city": "",
   "country": "",
   "address": null,
   "vip": false,
   "verified": false,
   "active": true,
   "note": "",
   "last_login": null,
   "source": null,
   "login_failed": 0,
   "out_of_office": false,
   "out_of_office_start_at": null,
   "out_of_office_end_at": null,
   "out_of_office_replacement_id": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "role_ids": [3],
   "organization_ids": [],
   "group_ids": {},
   "two_factor_preference_ids": [],
   "authorization_ids": [],
   "overview_sorting_ids": []
  }
 },
 "putUsersById": {
  "request": {"phone":"+49 30 5678","vip":true},
  "response": {
   "id": 7,
   "organization_id": 2,
   "login": "nils@desk.example",
   "firstname": "Nils",
   "lastname": "Brandt",
   "fullname": "Nils Brandt",
   "email": "nils@desk.example",
   "image": null,
   "image_source": null,
   "web": "",
   "phone": "+49 30 5678",
   "fax": "",
   "mobile": "",
   "department": null,
   "street": "",
   "zip": "",
   "city": "",
   "country": "",
   "address": null,
   "vip": true,
   "verified": false,
   "active": true,
   "note": "",
   "last_login": null,
   "source": null,
   "login_failed": 0,
   "out_of_office": false,
   "out_of_office_start_at": null,
   "out_of_office_end_at": null,
   "out_of_office_replacement_id": null,
   "preferences": {"mail_digest":false},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "role_ids": [3],
   "organization_ids": [],
   "group_ids": {},
   "two_factor_preference_ids": [],
   "authorization_ids": [],
   "overview_sorting_ids": []
  }
 },
 "putUsersUnlockById": {"response":{"message":"ok"}},
 "putUsersPreferences": {"request":{"locale":"de-de"},"response":{"message":"ok"}},
 "putUsersOutOfOffice": {"request":{"out_of_office":false},"response":{"message":"ok"}},
 "postUsersPasswordChange": {"request":{"password_old":"correct horse","password_new":"Correct-horse-2-staple"},"response":{"message":"ok","user_login":"admin@desk.example"}},
 "postUsersPasswordCheck": {"request":{"password":"correct horse"},"response":{"success":false}},
 "getUsersAvatar": {
  "response": {
   "avatars": [
    {
     "id": 1,
     "user_id": 3,
     "default": true,
     "deletable": true,
     "initial": false,
     "size": 42,
     "store_hash": "ef1955ae757c8b966c83248350331bd3",
     "source": "upload",
     "updated_by_id": 3,
     "created_by_id": 3,
     "created_at": "2026-03-02T09:00:00.000Z",
     "updated_at": "2026-03-02T09:00:00.000Z"
    }
   ]
  }
 },
 "postUsersAvatar": {
  "request": {"avatar_full":"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"},
  "response": {
   "avatar": {
    "id": 1,
    "user_id": 3,
    "default": true,
    "deletable": true,
    "initial": false,
    "size": 42,
    "store_hash": "ef1955ae757c8b966c83248350331bd3",
    "source": "upload",
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  }
 },
 "postUsersAvatarSet": {"request":{"id":1},"response":{}},
 "deleteUsersAvatar": {"request":{"id":1},"response":{}},
 "getUsersHistoryById": {
  "response": {
   "history": [],
   "assets": {
    "User": {
     "1": {
      "id": 1,
      "organization_id": null,
      "login": "-",
      "firstname": "-",
      "lastname": "",
      "fullname": "",
      "email": "",
      "image": null,
      "image_source": null,
      "web": "",
      "phone": "",
      "fax": "",
      "mobile": "",
      "department": null,
      "street": "",
      "zip": "",
      "city": "",
      "country": "",
      "address": null,
      "vip": false,
      "verified": false,
      "active": false,
      "note": "",
      "last_login": null,
      "source": null,
      "login_failed": 0,
      "out_of_office": false,
      "out_of_office_start_at": null,
      "out_of_office_end_at": null,
      "out_of_office_replacement_id": null,
      "preferences": {},
      "updated_by_id": 1,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "role_ids": [],
      "organization_ids": [],
      "group_ids": {},
      "two_factor_preference_ids": [],
      "authorization_ids": [],
      "overview_sorting_ids": []
     }
    }
   }
  }
 },
 "getOrganizationsHistoryById": {
  "response": {
   "history": [],
   "assets": {
    "Organization": {
     "1": {
      "id": 1,
      "name": "Deskbell Foundation",
      "shared": true,
      "domain": "",
      "domain_assignment": false,
      "active": true,
      "vip": false,
      "note": "",
      "updated_by_id": 1,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "member_ids": [2],
      "secondary_member_ids": []
     }
    }
   }
  }
 },
 "getOrganizationsById": {
  "response": {
   "id": 1,
   "name": "Deskbell Foundation",
   "shared": true,
   "domain": "",
   "domain_assignment": false,
   "active": true,
   "vip": false,
   "note": "",
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "member_ids": [2],
   "secondary_member_ids": []
  }
 },
 "getUserAccessToken": {
  "response": {
   "tokens": [
    {
     "id": 1,
     "user_id": 3,
     "action": "api",
     "name": "test",
     "preferences": {},
     "last_used_at": "2099-01-01T00:00:00.000Z",
     "expires_at": null,
     "created_at": "2026-03-02T09:00:00.000Z",
     "updated_at": "2026-03-02T09:00:00.000Z"
    }
   ],
   "permissions": [
    {
     "id": 1,
     "name": "admin",
     "label": "admin",
     "description": "Administer everything.",
     "active": true,
     "created_at": "2026-03-02T09:00:00.000Z",
     "updated_at": "2026-03-02T09:00:00.000Z",
     "preferences": {},
     "allow_signup": false
    }
   ]
  }
 },
 "postUserAccessToken": {"request":{"name":"Reports","permission":["report"],"expires_at":"2026-12-31"},"response":{"token":"a-secret-that-is-returned-once"}},
 "deleteUserAccessTokenById": {"response":{}},
 "getGettingStartedDemoData": {"response":{"counts":{}}},
 "postGettingStartedDemoData": {
  "response": {
   "counts": {"article":19,"checklist":2,"checklist_item":8,"group":4,"macro":2,"organization":1,"tag":7,"template":1,"text_module":4,"ticket":6,"user":11}
  }
 },
 "deleteGettingStartedDemoData": {"response":{"kept":[]}},
 "getUsersByIdAccessTokens": {"response":[]},
 "deleteUsersByIdAccessTokensByTokenId": {"response":{}},
 "getUserDevices": {
  "response": [
   {
    "id": 15,
    "user_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "ip": "192.0.2.7",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "expires_at": "2026-03-16T09:00:00.000Z",
    "name": "Firefox, Linux",
    "current": false
   }
  ]
 },
 "deleteUserDevicesById": {"response":{}},
 "getSessions": {
  "response": {
   "sessions": [
    {
     "id": 15,
     "user_id": 3,
     "created_at": "2026-03-02T09:00:00.000Z",
     "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
     "ip": "192.0.2.7",
     "updated_at": "2026-03-02T09:00:00.000Z",
     "expires_at": "2026-03-16T09:00:00.000Z",
     "name": "Firefox, Linux",
     "current": false
    }
   ],
   "assets": {
    "User": {
     "1": {
      "id": 1,
      "organization_id": null,
      "login": "-",
      "firstname": "-",
      "lastname": "",
      "fullname": "",
      "email": "",
      "image": null,
      "image_source": null,
      "web": "",
      "phone": "",
      "fax": "",
      "mobile": "",
      "department": null,
      "street": "",
      "zip": "",
      "city": "",
      "country": "",
      "address": null,
      "vip": false,
      "verified": false,
      "active": false,
      "note": "",
      "last_login": null,
      "source": null,
      "login_failed": 0,
      "out_of_office": false,
      "out_of_office_start_at": null,
      "out_of_office_end_at": null,
      "out_of_office_replacement_id": null,
      "preferences": {},
      "updated_by_id": 1,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "role_ids": [],
      "organization_ids": [],
      "group_ids": {},
      "two_factor_preference_ids": [],
      "authorization_ids": [],
      "overview_sorting_ids": []
     }
    }
   }
  }
 },
 "deleteSessionsById": {"response":{}},
 "getFormAttributes": {"response":[{"object":"Ticket","name":"tier","display":"A field","data_type":"input","data_option":{},"screens":{}}]},
 "getTicketCreate": {
  "response": {
   "assets": {
    "Group": {
     "1": {
      "id": 1,
      "signature_id": 1,
      "email_address_id": 3,
      "name": "Users",
      "name_last": "Users",
      "parent_id": null,
      "assignment_timeout": null,
      "follow_up_possible": "yes",
      "reopen_time_in_days": null,
      "follow_up_assignment": true,
      "active": true,
      "shared_drafts": true,
      "offered_to_customers": true,
      "note": "Standard Group/Pool for Tickets.",
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "user_ids": [3]
     }
    }
   },
   "form_meta": {
    "filter": {"group_id":[1,2,3],"state_id":[1,2,3],"priority_id":[1,2,3]},
    "dependencies": {"group_id":{"1":{"owner_id":[3]}}},
    "configure_attributes": [{"object":"Ticket","name":"tier","display":"A field","data_type":"input","data_option":{},"screens":{}}],
    "core_workflow": {}
   }
  }
 },
 "getPermissions": {
  "response": [
   {
    "id": 1,
    "name": "admin",
    "label": "admin",
    "description": "Administer everything.",
    "active": true,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "preferences": {},
    "allow_signup": false
   }
  ]
 },
 "getTicketsSearch": {
  "response": {
   "tickets": [8],
   "tickets_count": 1,
   "assets": {
    "Ticket": {
     "8": {
      "id": 8,
      "group_id": 1,
      "priority_id": 2,
      "state_id": 1,
      "organization_id": 2,
      "number": "67008",
      "title": "Label printer offline",
      "owner_id": 1,
      "customer_id": 7,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": null,
      "last_contact_agent_at": null,
      "last_contact_customer_at": null,
      "waiting_since": null,
      "last_owner_update_at": null,
      "create_article_type_id": 10,
      "create_article_sender_id": 1,
      "article_count": 1,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 3,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "tier": null,
      "shelf": null,
      "shelf_number": null,
      "article_ids": [11],
      "ticket_time_accounting_ids": []
     }
    }
   }
  }
 },
 "postTicketsSearch": {
  "request": {"query":"printer","per_page":1},
  "response": {
   "tickets": [7],
   "tickets_count": 1,
   "assets": {
    "Ticket": {
     "7": {
      "id": 7,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 2,
      "organization_id": 2,
      "number": "67007",
      "title": "Paper jam again",
      "owner_id": 4,
      "customer_id": 6,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": null,
      "last_contact_agent_at": null,
      "last_contact_customer_at": null,
      "waiting_since": null,
      "last_owner_update_at": null,
      "create_article_type_id": null,
      "create_article_sender_id": null,
      "article_count": 2,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 1,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "article_ids": [9,10],
      "ticket_time_accounting_ids": []
     }
    }
   }
  }
 },
 "getUsersSearch": {
  "response": [
   {
    "id": 13,
    "organization_id": null,
    "login": "kim@wharf.example",
    "firstname": "Kim",
    "lastname": "Lee",
    "fullname": "Kim Lee",
    "email": "kim@wharf.example",
    "image": null,
    "image_source": null,
    "web": "",
    "phone": "",
    "fax": "",
    "mobile": "",
    "department": null,
    "street": "",
    "zip": "",
    "city": "",
    "country": "",
    "address": null,
    "vip": false,
    "verified": false,
    "active": false,
    "note": "",
    "last_login": null,
    "source": null,
    "login_failed": 0,
    "out_of_office": false,
    "out_of_office_start_at": null,
    "out_of_office_end_at": null,
    "out_of_office_replacement_id": null,
    "preferences": {},
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "role_ids": [3],
    "organization_ids": [],
    "group_ids": {},
    "two_factor_preference_ids": [],
    "authorization_ids": [],
    "overview_sorting_ids": []
   }
  ]
 },
 "postUsersSearch": {
  "request": {"query":"a*","per_page":1},
  "response": [
   {
    "id": 11,
    "organization_id": null,
    "login": "gone@desk.example",
    "firstname": "Gone",
    "lastname": "Away",
    "fullname": "Gone Away",
    "email": "gone@desk.example",
    "image": null,
    "image_source": null,
    "web": "",
    "phone": "",
    "fax": "",
    "mobile": "",
    "department": null,
    "street": "",
    "zip": "",
    "city": "",
    "country": "",
    "address": null,
    "vip": false,
    "verified": false,
    "active": false,
    "note": "",
    "last_login": null,
    "source": null,
    "login_failed": 0,
    "out_of_office": false,
    "out_of_office_start_at": null,
    "out_of_office_end_at": null,
    "out_of_office_replacement_id": null,
    "preferences": {},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "role_ids": [2,3],
    "organization_ids": [],
    "group_ids": {},
    "two_factor_preference_ids": [],
    "authorization_ids": [],
    "overview_sorting_ids": []
   }
  ]
 },
 "getOrganizationsSearch": {
  "response": [
   {
    "id": 5,
    "name": "Wharf",
    "shared": true,
    "domain": "",
    "domain_assignment": false,
    "active": true,
    "vip": false,
    "note": "",
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "member_ids": [10],
    "secondary_member_ids": []
   }
  ]
 },
 "postOrganizationsSearch": {"request":{"query":"a*","per_page":1},"response":[]},
 "getGroupsSearch": {
  "response": [
   {
    "id": 4,
    "signature_id": 1,
    "email_address_id": 3,
    "name": "Users (copy)",
    "name_last": "Users (copy)",
    "parent_id": null,
    "assignment_timeout": null,
    "follow_up_possible": "yes",
    "reopen_time_in_days": null,
    "follow_up_assignment": true,
    "active": true,
    "shared_drafts": true,
    "offered_to_customers": true,
    "note": null,
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "user_ids": []
   }
  ]
 },
 "postGroupsSearch": {"request":{"query":"a*","per_page":1},"response":[]},
 "getRolesSearch": {
  "response": [
   {
    "id": 4,
    "name": "Dispatcher",
    "preferences": {},
    "default_at_signup": false,
    "active": true,
    "note": null,
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "permission_ids": [49],
    "group_ids": {},
    "knowledge_base_permission_ids": []
   }
  ]
 },
 "postRolesSearch": {
  "request": {"query":"a*","per_page":1},
  "response": [
   {
    "id": 2,
    "name": "Agent",
    "preferences": {},
    "default_at_signup": false,
    "active": true,
    "note": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "permission_ids": [35,49,51],
    "group_ids": {},
    "knowledge_base_permission_ids": []
   }
  ]
 },
 "getMacrosSearch": {
  "response": [
   {
    "id": 4,
    "name": "Close & tag as spam (copy)",
    "perform": {"ticket.state_id":{"value":"4"},"ticket.tags":{"operator":"add","value":"spam"},"ticket.owner_id":{"pre_condition":"current_user.id","value":""}},
    "active": true,
    "ux_flow_next_up": "next_task",
    "note": null,
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "group_ids": []
   }
  ]
 },
 "postMacrosSearch": {
  "request": {"query":"a*","per_page":1},
  "response": [
   {
    "id": 1,
    "name": "Close & tag as spam",
    "perform": {"ticket.state_id":{"value":"4"},"ticket.tags":{"operator":"add","value":"spam"},"ticket.owner_id":{"pre_condition":"current_user.id","value":""}},
    "active": true,
    "ux_flow_next_up": "next_task",
    "note": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "group_ids": []
   }
  ]
 },
 "getTextModulesSearch": {
  "response": [
   {
    "id": 3,
    "name": "Greeting",
    "keywords": "hi hello",
    "content": "Dear #{ticket.customer.firstname},",
    "note": null,
    "active": true,
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "group_ids": []
   }
  ]
 },
 "postTextModulesSearch": {"request":{"query":"a*","per_page":1},"response":[]},
 "getTemplatesSearch": {
  "response": [
   {
    "id": 3,
    "name": "Offline",
    "options": {"ticket.title":{"value":"Offline"}},
    "active": true,
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "postTemplatesSearch": {"request":{"query":"a*","per_page":1},"response":[]},
 "getOverviewsSearch": {
  "response": [
   {
    "id": 11,
    "name": "Printers",
    "link": "printers",
    "prio": 1201,
    "condition": {"ticket.group_id":{"operator":"is","value":["2"]}},
    "order": {"by":"created_at","direction":"ASC"},
    "group_by": null,
    "group_direction": null,
    "organization_shared": false,
    "out_of_office": false,
    "view": {"s":["title","customer","created_at"]},
    "active": true,
    "updated_by_id": 3,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "role_ids": [2],
    "user_ids": [],
    "group_ids": []
   }
  ]
 },
 "postOverviewsSearch": {
  "request": {"query":"a*","per_page":1},
  "response": [
   {
    "id": 7,
    "name": "Escalated",
    "link": "all_escalated",
    "prio": 1050,
    "condition": {"ticket.escalation_at":{"operator":"till (relative)","value":"10","range":"minute"}},
    "order": {"by":"escalation_at","direction":"ASC"},
    "group_by": null,
    "group_direction": null,
    "organization_shared": false,
    "out_of_office": false,
    "view": {"d":["title","customer","group"],"s":["title","customer","group"],"m":["number","title","customer"],"view_mode_default":"s"},
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "role_ids": [2],
    "user_ids": [],
    "group_ids": []
   }
  ]
 },
 "getSearch": {
  "response": {
   "assets": {
    "Group": {
     "1": {
      "id": 1,
      "signature_id": 1,
      "email_address_id": 3,
      "name": "Users",
      "name_last": "Users",
      "parent_id": null,
      "assignment_timeout": null,
      "follow_up_possible": "yes",
      "reopen_time_in_days": null,
      "follow_up_assignment": true,
      "active": true,
      "shared_drafts": true,
      "offered_to_customers": true,
      "note": "Standard Group/Pool for Tickets.",
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "user_ids": [3]
     }
    }
   },
   "result": [{"type":"Group","id":2}]
  }
 },
 "postSearch": {
  "request": {"query":"printer","per_page":1},
  "response": {
   "assets": {
    "Group": {
     "1": {
      "id": 1,
      "signature_id": 1,
      "email_address_id": null,
      "name": "Users",
      "name_last": "Users",
      "parent_id": null,
      "assignment_timeout": null,
      "follow_up_possible": "yes",
      "reopen_time_in_days": null,
      "follow_up_assignment": true,
      "active": true,
      "shared_drafts": true,
      "offered_to_customers": true,
      "note": "Standard Group/Pool for Tickets.",
      "updated_by_id": 1,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "user_ids": [3]
     }
    }
   },
   "result": [{"type":"Group","id":2}]
  }
 },
 "getSearchByObjects": {
  "response": {
   "assets": {
    "Ticket": {
     "8": {
      "id": 8,
      "group_id": 1,
      "priority_id": 2,
      "state_id": 1,
      "organization_id": 2,
      "number": "67008",
      "title": "Label printer offline",
      "owner_id": 1,
      "customer_id": 7,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": null,
      "last_contact_agent_at": null,
      "last_contact_customer_at": null,
      "waiting_since": null,
      "last_owner_update_at": null,
      "create_article_type_id": 10,
      "create_article_sender_id": 1,
      "article_count": 1,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 3,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "article_ids": [11],
      "ticket_time_accounting_ids": []
     }
    }
   },
   "result": [{"type":"Ticket","id":8}]
  }
 },
 "postSearchByObjects": {
  "request": {"query":"printer","per_page":1},
  "response": {
   "assets": {
    "Ticket": {
     "3": {
      "id": 3,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 1,
      "organization_id": 2,
      "number": "67003",
      "title": "Toner for the oven label printer",
      "owner_id": 1,
      "customer_id": 8,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": null,
      "last_contact_agent_at": null,
      "last_contact_customer_at": null,
      "waiting_since": null,
      "last_owner_update_at": null,
      "create_article_type_id": null,
      "create_article_sender_id": null,
      "article_count": 1,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 1,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "article_ids": [4],
      "ticket_time_accounting_ids": []
     }
    }
   },
   "result": [{"type":"Ticket","id":3}]
  }
 },
 "getSearchSuggest": {"response":{"kind":"nothing","start":0,"end":0,"suggestions":[]}},
 "getTicketOverviews": {"response":[{"id":1,"name":"My assigned Tickets","prio":1000,"link":"my_assigned","count":1}]},
 "postTicketOverviews": {
  "request": {"view":"all_open","condition":{"ticket.group_id":{"operator":"is","value":["2"]}},"sort_by":"created_at","fields":"title,owner_id"},
  "response": {
   "assets": {"Ticket":{"2":{"id":2,"state_id":2,"title":"Label printer offline","owner_id":3,"updated_at":"2026-03-02T09:00:00.000Z"}}},
   "index": {
    "overview": {"id":5,"name":"Open","view":"all_open","updated_at":"2026-03-02T09:00:00.000Z"},
    "tickets": [{"id":7,"updated_at":"2026-03-02T09:00:00.000Z"}],
    "count": 3
   }
  }
 },
 "getTextModulesImportExample": {},
 "postTextModulesImport": {
  "request": {"data":"name,content\nGoodbye,Best regards\n","try":true},
  "response": {
   "result": "success",
   "try": true,
   "stats": {"created":1,"updated":0},
   "errors": [],
   "records": [
    {
     "id": 3,
     "name": "Goodbye",
     "keywords": null,
     "content": "Best regards",
     "note": null,
     "active": true,
     "updated_by_id": 3,
     "created_by_id": 3,
     "created_at": "2026-03-02T09:00:00.000Z",
     "updated_at": "2026-03-02T09:00:00.000Z",
     "group_ids": []
    }
   ]
  }
 },
 "getUsersImportExample": {},
 "postUsersImport": {
  "request": {"data":"firstname,email\nKim,kim@wharf.example\n","try":true},
  "response": {
   "result": "success",
   "try": true,
   "stats": {"created":0,"updated":1},
   "errors": [],
   "records": [
    {
     "id": 13,
     "organization_id": null,
     "login": "kim@wharf.example",
     "firstname": "Kim",
     "lastname": "Lee",
     "fullname": "Kim Lee",
     "email": "kim@wharf.example",
     "image": null,
     "image_source": null,
     "web": "",
     "phone": "",
     "fax": "",
     "mobile": "",
     "department": null,
     "street": "",
     "zip": "",
     "city": "",
     "country": "",
     "address": null,
     "vip": false,
     "verified": false,
     "active": true,
     "note": "",
     "last_login": null,
     "source": null,
     "login_failed": 0,
     "out_of_office": false,
     "out_of_office_start_at": null,
     "out_of_office_end_at": null,
     "out_of_office_replacement_id": null,
     "preferences": {},
     "updated_by_id": 3,
     "created_by_id": 3,
     "created_at": "2026-03-02T09:00:00.000Z",
     "updated_at": "2026-03-02T09:00:00.000Z",
     "role_ids": [3],
     "organization_ids": [],
     "group_ids": {},
     "two_factor_preference_ids": [],
     "authorization_ids": [],
     "overview_sorting_ids": []
    }
   ]
  }
 },
 "getOrganizationsImportExample": {},
 "postOrganizationsImport": {
  "request": {"data":"name,domain\nWharf,wharf.example\n","try":true},
  "response": {
   "result": "success",
   "try": true,
   "stats": {"created":1,"updated":0},
   "errors": [],
   "records": [
    {
     "id": 4,
     "name": "Wharf",
     "shared": true,
     "domain": "wharf.example",
     "domain_assignment": false,
     "active": true,
     "vip": false,
     "note": "",
     "updated_by_id": 3,
     "created_by_id": 3,
     "created_at": "2026-03-02T09:00:00.000Z",
     "updated_at": "2026-03-02T09:00:00.000Z",
     "member_ids": [],
     "secondary_member_ids": []
    }
   ]
  }
 },
 "getTicketsImportExample": {},
 "postTicketsImport": {
  "request": {"data":"title,group,customer,article.body\nOven,Users,nils@desk.example,It is cold.\n","try":true},
  "response": {
   "result": "success",
   "try": true,
   "stats": {"created":1,"updated":0},
   "errors": [],
   "records": [
    {
     "id": 8,
     "group_id": 1,
     "priority_id": 2,
     "state_id": 1,
     "organization_id": 2,
     "number": "67008",
     "title": "Oven",
     "owner_id": 1,
     "customer_id": 7,
     "note": null,
     "first_response_at": null,
     "first_response_escalation_at": null,
     "first_response_in_min": null,
     "first_response_diff_in_min": null,
     "close_at": null,
     "close_escalation_at": null,
     "close_in_min": null,
     "close_diff_in_min": null,
     "update_escalation_at": null,
     "update_in_min": null,
     "update_diff_in_min": null,
     "last_close_at": null,
     "last_contact_at": null,
     "last_contact_agent_at": null,
     "last_contact_customer_at": null,
     "waiting_since": null,
     "last_owner_update_at": null,
     "create_article_type_id": 10,
     "create_article_sender_id": 1,
     "article_count": 1,
     "escalation_at": null,
     "pending_time": null,
     "type": null,
     "time_unit": null,
     "checklist_id": null,
     "preferences": {},
     "updated_by_id": 3,
     "created_by_id": 3,
     "created_at": "2026-03-02T09:00:00.000Z",
     "updated_at": "2026-03-02T09:00:00.000Z",
     "article_ids": [11],
     "ticket_time_accounting_ids": []
    }
   ]
  }
 },
 "getTimeAccountingLogByActivityByYearByMonth": {
  "response": [
   {
    "ticket": {"id":6,"number":"67006","title":"Quiet ticket"},
    "id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "type": "On site",
    "agent": "Rita Sand",
    "customer": "Paul O’Hara",
    "organization": "O'Hara & Sons",
    "time_unit": 1.25
   }
  ]
 },
 "getTimeAccountingLogByTicketByYearByMonth": {
  "response": [{"ticket":{"id":4,"number":"67004","title":"No network in the bakery"},"customer":"Nils Brandt","organization":"Harbor Bakery","time_unit":2}]
 },
 "getTimeAccountingLogByCustomerByYearByMonth": {"response":[{"customer":{"id":7,"login":"nils@desk.example","fullname":"Nils Brandt"},"organization":"Harbor Bakery","time_unit":2}]},
 "getTimeAccountingLogByOrganizationByYearByMonth": {"response":[{"organization":{"id":2,"name":"Harbor Bakery"},"time_unit":2}]},
 "getTimeAccountingLogByAgentByYearByMonth": {"response":[{"agent":{"id":3,"login":"admin@desk.example","fullname":"admin@desk.example"},"time_unit":30}]},
 "getTimeAccountingTypes": {
  "response": [
   {
    "id": 1,
    "name": "On site",
    "note": null,
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTimeAccountingTypesById": {
  "response": {
   "id": 1,
   "name": "On site",
   "note": null,
   "active": true,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "postTimeAccountingTypes": {
  "request": {"name":"Remote"},
  "response": {
   "id": 3,
   "name": "Remote",
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putTimeAccountingTypesById": {
  "request": {"name":"On the road"},
  "response": {
   "id": 1,
   "name": "On the road",
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getTicketsByTicketIdTimeAccountings": {
  "response": [
   {
    "id": 1,
    "ticket_id": 6,
    "ticket_article_id": 8,
    "time_unit": "1.25",
    "type_id": 1,
    "created_by_id": 4,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTicketsByTicketIdTimeAccountingsById": {
  "response": {
   "id": 1,
   "ticket_id": 6,
   "ticket_article_id": 8,
   "time_unit": "1.25",
   "type_id": 1,
   "created_by_id": 4,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "postTicketsByTicketIdTimeAccountings": {
  "request": {"time_unit":"15"},
  "response": {
   "id": 4,
   "ticket_id": 6,
   "ticket_article_id": null,
   "time_unit": "15.0",
   "type_id": null,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putTicketsByTicketIdTimeAccountingsById": {
  "request": {"time_unit":"20"},
  "response": {
   "id": 1,
   "ticket_id": 6,
   "ticket_article_id": 8,
   "time_unit": "20.0",
   "type_id": 1,
   "created_by_id": 4,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteTicketsByTicketIdTimeAccountingsById": {"response":{}},
 "getReportsTickets": {"response":{"from":"2026-03-01","to":"2026-03-02","time_zone":"UTC","rows":[{"date":"2026-03-01","created":0,"closed":0,"reopened":0,"open":-1}]}},
 "getReportsTimes": {
  "response": {
   "from": "2026-02-17",
   "to": "2026-03-02",
   "time_zone": "UTC",
   "rows": [
    {
     "id": 1,
     "name": "Users",
     "first_response": {"tickets":0,"p10":null,"median":null,"p90":null,"p95":null},
     "solution": {"tickets":1,"p10":0,"median":0,"p90":0,"p95":0}
    }
   ]
  }
 },
 "getReportsAgreements": {
  "response": {
   "from": "2026-02-17",
   "to": "2026-03-02",
   "time_zone": "UTC",
   "rows": [{"date":"2026-02-17","first_response":{"kept":0,"broken":0},"solution":{"kept":0,"broken":0}}]
  }
 },
 "getReportsBacklog": {"response":{"at":"2026-03-02T09:00:00.000Z","rows":[{"id":3,"name":"Network","open":1,"ages":[{"from_days":0,"to_days":1,"open":1}]}]}},
 "getReportsOwnDay": {
  "response": {
   "date": "2026-03-02",
   "time_zone": "UTC",
   "answers": 0,
   "notes": 3,
   "tickets": 3,
   "closed": 0,
   "time_unit": 2,
   "hours": [{"from":"2026-03-02T00:00:00.000Z","answers":0,"notes":0}],
   "own": {"open":1,"waiting":0,"waiting_since":null,"due":0,"pending_reached":0}
  }
 },
 "postChecklists": {
  "request": {"ticket_id":5,"name":"Repair","items":["Order the drum"]},
  "response": {
   "id": 3,
   "assets": {
    "Checklist": {
     "3": {
      "id": 3,
      "name": "Repair",
      "ticket_id": 5,
      "updated_by_id": 3,
      "created_by_id": 3,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "item_ids": [3],
      "sorted_item_ids": ["3"]
     }
    }
   }
  }
 },
 "putChecklistsById": {
  "request": {"name":"Repair"},
  "response": {
   "id": 1,
   "name": "Repair",
   "ticket_id": 6,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "item_ids": [1,2,4],
   "sorted_item_ids": ["2","1","4"]
  }
 },
 "patchChecklistsById": {
  "request": {"name":"Repair"},
  "response": {
   "id": 1,
   "name": "Repair",
   "ticket_id": 6,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "item_ids": [1,2,4],
   "sorted_item_ids": ["2","1","4"]
  }
 },
 "deleteChecklistsById": {"response":{}},
 "patchChecklistItemsById": {
  "request": {"checked":true},
  "response": {
   "id": 1,
   "text": "Order the drum",
   "checked": true,
   "checklist_id": 1,
   "ticket_id": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "postChecklistItemsCreateBulk": {"request":{"ticket_id":6,"items":["Order the drum","Replace it"]},"response":{"success":true,"checklist_item_ids":[4,5]}},
 "postChecklistTemplates": {
  "request": {"name":"New printer","items":["Unpack it","Connect it"]},
  "response": {
   "id": 3,
   "name": "New printer",
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "item_ids": [3,4],
   "sorted_item_ids": ["3","4"],
   "item_texts": ["Unpack it","Connect it"]
  }
 },
 "putChecklistTemplatesById": {
  "request": {"name":"Repair"},
  "response": {
   "id": 1,
   "name": "Repair",
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "item_ids": [1,2],
   "sorted_item_ids": ["2","1"],
   "item_texts": ["Mend it","Test it"]
  }
 },
 "patchChecklistTemplatesById": {
  "request": {"name":"Repair"},
  "response": {
   "id": 1,
   "name": "Repair",
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "item_ids": [1,2],
   "sorted_item_ids": ["2","1"],
   "item_texts": ["Mend it","Test it"]
  }
 },
 "getTicketsSharedDrafts": {
  "response": [
   {
    "id": 1,
    "name": "Half a ticket",
    "group_id": 1,
    "content": {"title":"Half"},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTicketsSharedDraftsById": {
  "response": {
   "id": 1,
   "name": "Half a ticket",
   "group_id": 1,
   "content": {"title":"Half"},
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "postTicketsSharedDrafts": {
  "request": {"name":"Oven","group_id":1,"content":{"title":"Oven"}},
  "response": {
   "id": 2,
   "name": "Oven",
   "group_id": 1,
   "content": {"title":"Oven"},
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putTicketsSharedDraftsById": {
  "request": {"name":"Oven"},
  "response": {
   "id": 1,
   "name": "Oven",
   "group_id": 1,
   "content": {"title":"Half"},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "patchTicketsSharedDraftsById": {
  "request": {"name":"Oven"},
  "response": {
   "id": 1,
   "name": "Oven",
   "group_id": 1,
   "content": {"title":"Half"},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteTicketsSharedDraftsById": {"response":{}},
 "postTicketsSharedDraftsByIdImportAttachments": {"request":{"form_id":"form-1"},"response":{"attachments":[]}},
 "getTicketsByTicketIdSharedDraft": {"response":{"shared_draft_id":null,"assets":{}}},
 "putTicketsByTicketIdSharedDraft": {
  "request": {"new_article":{"body":"Dear Paul,"}},
  "response": {
   "shared_draft_id": 1,
   "assets": {
    "TicketSharedDraftZoom": {
     "1": {
      "id": 1,
      "ticket_id": 6,
      "new_article": {"body":"Dear Paul,"},
      "ticket_attributes": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z"
     }
    }
   }
  }
 },
 "patchTicketsByTicketIdSharedDraft": {
  "request": {"new_article":{"body":"Dear Paul,"}},
  "response": {
   "shared_draft_id": 1,
   "assets": {
    "TicketSharedDraftZoom": {
     "1": {
      "id": 1,
      "ticket_id": 6,
      "new_article": {"body":"Dear Paul,"},
      "ticket_attributes": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z"
     }
    }
   }
  }
 },
 "deleteTicketsByTicketIdSharedDraft": {"response":{"shared_draft_id":1}},
 "postTicketsByTicketIdSharedDraftImportAttachments": {"request":{"form_id":"form-1"},"response":{"attachments":[]}},
 "postDrafts": {
  "request": {"ticket_id":2,"kind":"note","new_article":{"body":"It blinks"}},
  "response": {
   "id": 3,
   "ticket_id": 2,
   "kind": "note",
   "new_article": {"body":"It blinks"},
   "ticket_attributes": {},
   "form_id": null,
   "updated_by_id": 4,
   "created_by_id": 4,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getSettings": {
  "response": [
   {
    "id": 1,
    "title": "Product name",
    "name": "product_name",
    "area": "System::Branding",
    "description": "The name of the product shown to users.",
    "options": {},
    "state_current": {"value":"Deskbell"},
    "state_initial": {"value":"Deskbell"},
    "frontend": true,
    "preferences": {},
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getSettingsById": {
  "response": {
   "id": 1,
   "title": "Product name",
   "name": "product_name",
   "area": "System::Branding",
   "description": "The name of the product shown to users.",
   "options": {},
   "state_current": {"value":"Deskbell"},
   "state_initial": {"value":"Deskbell"},
   "frontend": true,
   "preferences": {},
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putSettingsById": {
  "request": {"state_current":{"value":"Harbor helpdesk"}},
  "response": {
   "id": 1,
   "title": "Product name",
   "name": "product_name",
   "area": "System::Branding",
   "description": "The name of the product shown to users.",
   "options": {},
   "state_current": {"value":"Harbor helpdesk"},
   "state_initial": {"value":"Deskbell"},
   "frontend": true,
   "preferences": {},
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "postGettingStartedBase": {
  "request": {"organization":"Wharf","url":"https://help.wharf.example"},
  "response": {"result":"ok","settings":{"organization":"Wharf","http_type":"https","fqdn":"help.wharf.example"}}
 },
 "postGettingStartedGroup": {"request":{"name":"Users","email":"front@wharf.example"},"response":{"group_id":1,"email_address_id":3}},
 "getMonitoringHealthCheck": {
  "response": {
   "healthy": false,
   "message": "1 task was given up; see /api/v1/tasks.;Received mails in quarantine: 1.",
   "issues": ["1 task was given up; see /api/v1/tasks.","Received mails in quarantine: 1."],
   "actions": []
  }
 },
 "getMonitoringStatus": {
  "response": {
   "counts": {"users":13,"groups":4,"overviews":11,"tickets":8,"ticket_articles":12,"text_modules":3},
   "last_created_at": {
    "users": "2026-03-02T09:00:00.000Z",
    "groups": "2026-03-02T09:00:00.000Z",
    "overviews": "2026-03-02T09:00:00.000Z",
    "tickets": "2026-03-02T09:00:00.000Z",
    "ticket_articles": "2026-03-02T09:00:00.000Z",
    "text_modules": "2026-03-02T09:00:00.000Z"
   },
   "last_login": "2026-03-02T09:00:00.000Z",
   "agents": 4
  }
 },
 "getMonitoringBackup": {"response":{"backup":null}},
 "getMonitoringAmountCheck": {"response":{"state":"ok","message":"","count":8}},
 "postMonitoringToken": {"response":{"token":"a-secret-that-is-returned-once"}},
 "postMonitoringRestartFailedJobs": {"response":{}},
 "postTickets": {
  "request": {
   "title": "Label printer offline",
   "group": "Users",
   "customer": "nils@desk.example",
   "tags": ["printer"],
   "article": {"subject":"Label printer offline","body":"It blinks red."}
  },
  "response": {
   "id": 8,
   "group_id": 1,
   "priority_id": 2,
   "state_id": 1,
   "organization_id": 2,
   "number": "67008",
   "title": "Label printer offline",
   "owner_id": 1,
   "customer_id": 7,
   "note": null,
   "first_response_at": null,
   "first_response_escalation_at": null,
   "first_response_in_min": null,
   "first_response_diff_in_min": null,
   "close_at": null,
   "close_escalation_at": null,
   "close_in_min": null,
   "close_diff_in_min": null,
   "update_escalation_at": null,
   "update_in_min": null,
   "update_diff_in_min": null,
   "last_close_at": null,
   "last_contact_at": null,
   "last_contact_agent_at": null,
   "last_contact_customer_at": null,
   "waiting_since": null,
   "last_owner_update_at": null,
   "create_article_type_id": 10,
   "create_article_sender_id": 1,
   "article_count": 1,
   "escalation_at": null,
   "pending_time": null,
   "type": null,
   "time_unit": null,
   "checklist_id": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "article_ids": [11],
   "ticket_time_accounting_ids": []
  }
 },
 "putTicketsById": {
  "request": {"state":"pending reminder","pending_time":"2026-03-09T09:00:00Z","article":{"body":"The drum is ordered."}},
  "response": {
   "id": 2,
   "group_id": 2,
   "priority_id": 2,
   "state_id": 3,
   "organization_id": 2,
   "number": "67002",
   "title": "Label printer offline",
   "owner_id": 3,
   "customer_id": 7,
   "note": null,
   "first_response_at": null,
   "first_response_escalation_at": null,
   "first_response_in_min": null,
   "first_response_diff_in_min": null,
   "close_at": null,
   "close_escalation_at": null,
   "close_in_min": null,
   "close_diff_in_min": null,
   "update_escalation_at": null,
   "update_in_min": null,
   "update_diff_in_min": null,
   "last_close_at": null,
   "last_contact_at": "2026-03-02T09:00:00.000Z",
   "last_contact_agent_at": null,
   "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
   "waiting_since": "2026-03-02T09:00:00.000Z",
   "last_owner_update_at": "2026-03-02T09:00:00.000Z",
   "create_article_type_id": 11,
   "create_article_sender_id": 2,
   "article_count": 4,
   "escalation_at": null,
   "pending_time": "2026-03-09T09:00:00.000Z",
   "type": null,
   "time_unit": null,
   "checklist_id": null,
   "preferences": {},
   "updated_by_id": 4,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "tier": null,
   "shelf": null,
   "shelf_number": null,
   "article_ids": [2,3,12],
   "ticket_time_accounting_ids": []
  }
 },
 "deleteTicketsById": {},
 "postTicketArticles": {
  "request": {"ticket_id":2,"type":"note","body":"The drum has arrived.","internal":true},
  "response": {
   "id": 12,
   "ticket_id": 2,
   "type_id": 10,
   "sender_id": 1,
   "from": "admin@desk.example",
   "to": null,
   "cc": null,
   "subject": null,
   "reply_to": null,
   "message_id": null,
   "message_id_md5": null,
   "in_reply_to": null,
   "content_type": "text/plain",
   "references": null,
   "body": "The drum has arrived.",
   "internal": true,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "origin_by_id": null,
   "attachments": [],
   "time_unit": null,
   "type": "note",
   "sender": "Agent",
   "updated_by": "admin@desk.example",
   "created_by": "admin@desk.example"
  }
 },
 "putTicketArticlesById": {
  "request": {"internal":true},
  "response": {
   "id": 2,
   "ticket_id": 2,
   "type_id": 11,
   "sender_id": 2,
   "from": null,
   "to": null,
   "cc": null,
   "subject": null,
   "reply_to": null,
   "message_id": null,
   "message_id_md5": null,
   "in_reply_to": null,
   "content_type": "text/plain",
   "references": null,
   "body": "It blinks red.",
   "internal": true,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 7,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "origin_by_id": null,
   "attachments": [],
   "time_unit": null,
   "type": "web",
   "sender": "Customer",
   "updated_by": "admin@desk.example",
   "created_by": "nils@desk.example"
  }
 },
 "deleteTicketArticlesById": {"response":{}},
 "postOutboxMessages": {
  "request": {"action":"create_article","ticket_id":2,"new_article":{"type":"note","body":"The drum has arrived.","internal":true},"hold_seconds":10},
  "response": {
   "id": 3,
   "action": "create_article",
   "ticket_id": 2,
   "ticket_attributes": {},
   "new_article": {"type":"note","body":"The drum has arrived.","internal":true,"form_id":"form-1"},
   "send_at": "2026-03-02T09:00:10.000Z",
   "state": "waiting",
   "error": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteOutboxMessagesById": {
  "response": {
   "id": 3,
   "action": "create_article",
   "ticket_id": 2,
   "ticket_attributes": {},
   "new_article": {"type":"note","body":"The drum has arrived.","internal":true,"form_id":"form-1"},
   "send_at": "2026-03-02T09:00:10.000Z",
   "state": "waiting",
   "error": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putOutboxMessagesByIdSend": {"response":{"ticket_id":6,"article_id":14}},
 "getReceivedMails": {
  "response": [
   {
    "id": 1,
    "state": "taken",
    "reason": null,
    "channel_id": null,
    "via": "smtp",
    "envelope_from": null,
    "envelope_to": {"addresses":["printers@desk.example"]},
    "client": null,
    "size": 9,
    "message_id": null,
    "from": "Nils <nils@desk.example>",
    "sender": null,
    "to": null,
    "subject": null,
    "decisions": {},
    "authentication": {},
    "article_id": 8,
    "replaces_id": null,
    "attempts": 0,
    "due_at": "2026-03-02T09:00:00.000Z",
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getReceivedMailsByIdRaw": {},
 "postReceivedMailsByIdRetry": {
  "request": {},
  "response": {
   "id": 2,
   "state": "waiting",
   "reason": null,
   "channel_id": null,
   "via": "smtp",
   "envelope_from": null,
   "envelope_to": {"addresses":["printers@desk.example"]},
   "client": null,
   "size": 9,
   "message_id": null,
   "from": null,
   "sender": null,
   "to": null,
   "subject": null,
   "decisions": {},
   "authentication": {},
   "article_id": null,
   "replaces_id": null,
   "attempts": 0,
   "due_at": "2026-03-02T09:00:00.000Z",
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getTicketArticlesByIdReceivedMail": {
  "response": {
   "id": 1,
   "via": "smtp",
   "reason": null,
   "created_at": "2026-03-02T09:00:00.000Z",
   "steps": [],
   "authentication": {},
   "envelope_to": {"addresses":["printers@desk.example"]}
  }
 },
 "postChannelsTest": {
  "request": {"inbound":{"adapter":"none"},"outbound":{"adapter":"none"}},
  "response": {
   "inbound": {"ok":true,"error":null,"folders":[],"messages":null,"unread":null},
   "outbound": {"ok":true,"error":null,"folders":[],"messages":null,"unread":null}
  }
 },
 "postChannelsByIdTest": {
  "request": {},
  "response": {
   "inbound": {"ok":true,"error":null,"folders":[],"messages":null,"unread":null},
   "outbound": {"ok":false,"error":"There is no mail server of this name: check the host.","folders":[],"messages":null,"unread":null}
  }
 },
 "putTicketMergeBySourceIdByTargetNumber": {
  "response": {
   "result": "success",
   "target_ticket": {
    "id": 6,
    "group_id": 1,
    "priority_id": 3,
    "state_id": 4,
    "organization_id": 3,
    "number": "67006",
    "title": "Quiet ticket",
    "owner_id": 3,
    "customer_id": 10,
    "note": null,
    "first_response_at": null,
    "first_response_escalation_at": null,
    "first_response_in_min": null,
    "first_response_diff_in_min": null,
    "close_at": "2026-03-02T09:00:00.000Z",
    "close_escalation_at": null,
    "close_in_min": 0,
    "close_diff_in_min": null,
    "update_escalation_at": null,
    "update_in_min": null,
    "update_diff_in_min": null,
    "last_close_at": "2026-03-02T09:00:00.000Z",
    "last_contact_at": "2026-03-02T09:00:00.000Z",
    "last_contact_agent_at": null,
    "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
    "waiting_since": null,
    "last_owner_update_at": "2026-03-02T09:00:00.000Z",
    "create_article_type_id": 11,
    "create_article_sender_id": 2,
    "article_count": 2,
    "escalation_at": null,
    "pending_time": null,
    "type": null,
    "time_unit": "50.5",
    "checklist_id": null,
    "preferences": {},
    "updated_by_id": 3,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "tier": null,
    "shelf": null,
    "shelf_number": null
   },
   "source_ticket": {
    "id": 5,
    "group_id": 3,
    "priority_id": 2,
    "state_id": 5,
    "organization_id": 3,
    "number": "67005",
    "title": "Invoice for O'Hara",
    "owner_id": 1,
    "customer_id": 9,
    "note": null,
    "first_response_at": null,
    "first_response_escalation_at": null,
    "first_response_in_min": null,
    "first_response_diff_in_min": null,
    "close_at": null,
    "close_escalation_at": null,
    "close_in_min": null,
    "close_diff_in_min": null,
    "update_escalation_at": null,
    "update_in_min": null,
    "update_diff_in_min": null,
    "last_close_at": null,
    "last_contact_at": null,
    "last_contact_agent_at": null,
    "last_contact_customer_at": null,
    "waiting_since": null,
    "last_owner_update_at": "2026-03-02T09:00:00.000Z",
    "create_article_type_id": 10,
    "create_article_sender_id": 1,
    "article_count": 1,
    "escalation_at": null,
    "pending_time": null,
    "type": null,
    "time_unit": null,
    "checklist_id": 3,
    "preferences": {"escalation_calculation":{"escalation_disabled":true}},
    "updated_by_id": 3,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "tier": null,
    "shelf": null,
    "shelf_number": null
   }
  }
 },
 "putTicketsByIdUpdateTitle": {
  "request": {"title":"Quiet printer"},
  "response": {
   "id": 6,
   "group_id": 1,
   "priority_id": 3,
   "state_id": 4,
   "organization_id": 3,
   "number": "67006",
   "title": "Quiet printer",
   "owner_id": 3,
   "customer_id": 10,
   "note": null,
   "first_response_at": null,
   "first_response_escalation_at": null,
   "first_response_in_min": null,
   "first_response_diff_in_min": null,
   "close_at": "2026-03-02T09:00:00.000Z",
   "close_escalation_at": null,
   "close_in_min": 0,
   "close_diff_in_min": null,
   "update_escalation_at": null,
   "update_in_min": null,
   "update_diff_in_min": null,
   "last_close_at": "2026-03-02T09:00:00.000Z",
   "last_contact_at": "2026-03-02T09:00:00.000Z",
   "last_contact_agent_at": null,
   "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
   "waiting_since": null,
   "last_owner_update_at": "2026-03-02T09:00:00.000Z",
   "create_article_type_id": 11,
   "create_article_sender_id": 2,
   "article_count": 3,
   "escalation_at": null,
   "pending_time": null,
   "type": null,
   "time_unit": "50.5",
   "checklist_id": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "tier": null,
   "shelf": null,
   "shelf_number": null,
   "article_ids": [7,8,14],
   "ticket_time_accounting_ids": [1,3,4]
  }
 },
 "putTicketsByIdUpdateCustomer": {
  "request": {"customer_id":7},
  "response": {
   "id": 6,
   "group_id": 1,
   "priority_id": 3,
   "state_id": 4,
   "organization_id": 2,
   "number": "67006",
   "title": "Quiet printer",
   "owner_id": 3,
   "customer_id": 7,
   "note": null,
   "first_response_at": null,
   "first_response_escalation_at": null,
   "first_response_in_min": null,
   "first_response_diff_in_min": null,
   "close_at": "2026-03-02T09:00:00.000Z",
   "close_escalation_at": null,
   "close_in_min": 0,
   "close_diff_in_min": null,
   "update_escalation_at": null,
   "update_in_min": null,
   "update_diff_in_min": null,
   "last_close_at": "2026-03-02T09:00:00.000Z",
   "last_contact_at": "2026-03-02T09:00:00.000Z",
   "last_contact_agent_at": null,
   "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
   "waiting_since": null,
   "last_owner_update_at": "2026-03-02T09:00:00.000Z",
   "create_article_type_id": 11,
   "create_article_sender_id": 2,
   "article_count": 3,
   "escalation_at": null,
   "pending_time": null,
   "type": null,
   "time_unit": "50.5",
   "checklist_id": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "tier": null,
   "shelf": null,
   "shelf_number": null,
   "article_ids": [7,8,14],
   "ticket_time_accounting_ids": [1,3,4]
  }
 },
 "postRecentView": {"request":{"object":"Ticket","o_id":2},"response":{}},
 "postTicketsMassUpdate": {
  "request": {"ticket_ids":[1,6],"attributes":{"priority":"3 high"}},
  "response": {
   "ticket_ids": [1,6],
   "assets": {
    "Ticket": {
     "1": {
      "id": 1,
      "group_id": 1,
      "priority_id": 3,
      "state_id": 1,
      "organization_id": 1,
      "number": "67001",
      "title": "Welcome to Deskbell!",
      "owner_id": 1,
      "customer_id": 2,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": "2026-03-02T09:00:00.000Z",
      "last_contact_agent_at": null,
      "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
      "waiting_since": "2026-03-02T09:00:00.000Z",
      "last_owner_update_at": null,
      "create_article_type_id": 5,
      "create_article_sender_id": 2,
      "article_count": 1,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "article_ids": [1],
      "ticket_time_accounting_ids": []
     }
    }
   }
  }
 },
 "postTicketsMassMacro": {
  "request": {"ticket_ids":[6],"macro_id":1},
  "response": {
   "ticket_ids": [6],
   "assets": {
    "Ticket": {
     "6": {
      "id": 6,
      "group_id": 1,
      "priority_id": 3,
      "state_id": 4,
      "organization_id": 3,
      "number": "67006",
      "title": "Quiet ticket",
      "owner_id": 3,
      "customer_id": 10,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": "2026-03-02T09:00:00.000Z",
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": "2026-03-02T09:00:00.000Z",
      "last_contact_at": null,
      "last_contact_agent_at": null,
      "last_contact_customer_at": null,
      "waiting_since": null,
      "last_owner_update_at": "2026-03-02T09:00:00.000Z",
      "create_article_type_id": null,
      "create_article_sender_id": null,
      "article_count": 1,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": "16.75",
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "article_ids": [8],
      "ticket_time_accounting_ids": [1,3,4]
     }
    }
   }
  }
 },
 "getTicketsFacets": {"response":{"total":3,"facets":{"state_id":[{"value":2,"count":2}],"tags":[{"value":"printer","count":3}]}}},
 "postTicketsFacets": {"request":{"view":"all_open","by":"state_id"},"response":{"total":3,"facets":{"state_id":[{"value":2,"count":2}]}}},
 "getTicketHistoryById": {
  "response": {
   "history": [
    {
     "id": 1,
     "history_attribute_id": null,
     "sourceable_type": null,
     "sourceable_id": null,
     "sourceable_name": null,
     "o_id": 1,
     "related_history_object_id": null,
     "created_by_id": 1,
     "created_at": "2026-03-02T09:00:00.000Z",
     "object": "Ticket",
     "type": "created"
    }
   ],
   "assets": {
    "Ticket": {
     "1": {
      "id": 1,
      "group_id": 1,
      "priority_id": 3,
      "state_id": 1,
      "organization_id": 1,
      "number": "67001",
      "title": "Welcome to Deskbell!",
      "owner_id": 1,
      "customer_id": 2,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": "2026-03-02T09:00:00.000Z",
      "last_contact_agent_at": null,
      "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
      "waiting_since": "2026-03-02T09:00:00.000Z",
      "last_owner_update_at": null,
      "create_article_type_id": 5,
      "create_article_sender_id": 2,
      "article_count": 1,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "tier": null,
      "shelf": null,
      "shelf_number": null,
      "article_ids": [1],
      "ticket_time_accounting_ids": []
     }
    }
   }
  }
 },
 "getTicketsByIdAccess": {
  "response": {
   "ticket_id": 1,
   "user_id": 3,
   "active": true,
   "see": {
    "allowed": true,
    "as": "agent",
    "decided_by": "agent_read",
    "rules": [
     {
      "rule": "agent_read",
      "sentence": "An agent with read or full access to the group of the ticket sees it.",
      "holds": true,
      "permission": "ticket.agent",
      "has_permission": true
     }
    ]
   },
   "answer": {
    "allowed": true,
    "as": "agent",
    "decided_by": "agent_change",
    "rules": [
     {
      "rule": "agent_change",
      "sentence": "An agent with change or full access to the group of the ticket changes it.",
      "holds": true,
      "permission": "ticket.agent",
      "has_permission": true
     }
    ]
   },
   "change": {
    "allowed": true,
    "as": "agent",
    "decided_by": "agent_change",
    "rules": [
     {
      "rule": "agent_change",
      "sentence": "An agent with change or full access to the group of the ticket changes it.",
      "holds": true,
      "permission": "ticket.agent",
      "has_permission": true
     }
    ]
   },
   "delete": {
    "allowed": true,
    "as": "admin",
    "decided_by": "admin",
    "rules": [
     {
      "rule": "admin",
      "sentence": "Administrators remove tickets, including those that they do not see.",
      "holds": true,
      "permission": "admin",
      "has_permission": true
     }
    ]
   }
  }
 },
 "getTicketRelatedById": {
  "response": {
   "assets": {
    "Ticket": {
     "2": {
      "id": 2,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 2,
      "organization_id": 2,
      "number": "67002",
      "title": "Label printer offline",
      "owner_id": 3,
      "customer_id": 7,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": "2026-03-02T09:00:00.000Z",
      "last_contact_agent_at": null,
      "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
      "waiting_since": "2026-03-02T09:00:00.000Z",
      "last_owner_update_at": "2026-03-02T09:00:00.000Z",
      "create_article_type_id": 11,
      "create_article_sender_id": 2,
      "article_count": 3,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "tier": null,
      "shelf": null,
      "shelf_number": null,
      "article_ids": [2,3,12],
      "ticket_time_accounting_ids": []
     }
    }
   },
   "ticket_ids_by_customer": [],
   "ticket_ids_recent_viewed": [2]
  }
 },
 "getTicketRecent": {
  "response": {
   "assets": {
    "Ticket": {
     "2": {
      "id": 2,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 2,
      "organization_id": 2,
      "number": "67002",
      "title": "Label printer offline",
      "owner_id": 3,
      "customer_id": 7,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": "2026-03-02T09:00:00.000Z",
      "last_contact_agent_at": null,
      "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
      "waiting_since": "2026-03-02T09:00:00.000Z",
      "last_owner_update_at": "2026-03-02T09:00:00.000Z",
      "create_article_type_id": 11,
      "create_article_sender_id": 2,
      "article_count": 3,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "tier": null,
      "shelf": null,
      "shelf_number": null,
      "article_ids": [2,3,12],
      "ticket_time_accounting_ids": []
     }
    }
   },
   "ticket_ids_recent_viewed": [2]
  }
 },
 "getRecentView": {
  "response": {
   "recent_views": [{"ticket_id":2,"viewed_at":"2026-03-02T09:00:00.000Z"}],
   "assets": {
    "Ticket": {
     "2": {
      "id": 2,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 2,
      "organization_id": 2,
      "number": "67002",
      "title": "Label printer offline",
      "owner_id": 3,
      "customer_id": 7,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": "2026-03-02T09:00:00.000Z",
      "last_contact_agent_at": null,
      "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
      "waiting_since": "2026-03-02T09:00:00.000Z",
      "last_owner_update_at": "2026-03-02T09:00:00.000Z",
      "create_article_type_id": 11,
      "create_article_sender_id": 2,
      "article_count": 3,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "tier": null,
      "shelf": null,
      "shelf_number": null,
      "article_ids": [2,3,12],
      "ticket_time_accounting_ids": []
     }
    }
   }
  }
 },
 "getTicketCustomer": {
  "response": {
   "ticket_ids_open": [2,4,8],
   "ticket_ids_closed": [],
   "assets": {
    "Ticket": {
     "2": {
      "id": 2,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 2,
      "organization_id": 2,
      "number": "67002",
      "title": "Label printer offline",
      "owner_id": 3,
      "customer_id": 7,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": "2026-03-02T09:00:00.000Z",
      "last_contact_agent_at": null,
      "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
      "waiting_since": "2026-03-02T09:00:00.000Z",
      "last_owner_update_at": "2026-03-02T09:00:00.000Z",
      "create_article_type_id": 11,
      "create_article_sender_id": 2,
      "article_count": 3,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "tier": null,
      "shelf": null,
      "shelf_number": null,
      "article_ids": [2,3,12],
      "ticket_time_accounting_ids": []
     }
    }
   }
  }
 },
 "getTicketSplit": {
  "response": {
   "assets": {
    "Ticket": {
     "2": {
      "id": 2,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 2,
      "organization_id": 2,
      "number": "67002",
      "title": "Label printer offline",
      "owner_id": 3,
      "customer_id": 7,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": "2026-03-02T09:00:00.000Z",
      "last_contact_agent_at": null,
      "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
      "waiting_since": "2026-03-02T09:00:00.000Z",
      "last_owner_update_at": "2026-03-02T09:00:00.000Z",
      "create_article_type_id": 11,
      "create_article_sender_id": 2,
      "article_count": 3,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "tier": null,
      "shelf": null,
      "shelf_number": null,
      "article_ids": [2,3,12],
      "ticket_time_accounting_ids": []
     }
    }
   },
   "attachments": []
  }
 },
 "getTicketStats": {"response":{"user":{},"organization":{},"assets":{}}},
 "postTicketStats": {
  "request": {"user_id":7},
  "response": {
   "user": {"open_ids":[2,8,4],"closed_ids":[]},
   "organization": {},
   "assets": {
    "Ticket": {
     "2": {
      "id": 2,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 2,
      "organization_id": 2,
      "number": "67002",
      "title": "Label printer offline",
      "owner_id": 3,
      "customer_id": 7,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": "2026-03-02T09:00:00.000Z",
      "last_contact_agent_at": null,
      "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
      "waiting_since": "2026-03-02T09:00:00.000Z",
      "last_owner_update_at": "2026-03-02T09:00:00.000Z",
      "create_article_type_id": 11,
      "create_article_sender_id": 2,
      "article_count": 3,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "article_ids": [2,3,12],
      "ticket_time_accounting_ids": []
     }
    }
   }
  }
 },
 "getTicketsLastMessages": {"response":[]},
 "getTicketsByIdFollowUp": {"response":{"possible":true,"until":null}},
 "getTicketsByIdPresence": {"response":{"presence":[],"assets":{}}},
 "putTicketsByIdPresence": {
  "request": {"activity":"writing","kind":"reply"},
  "response": {
   "presence": [{"user_id":3,"activity":"writing","kind":"reply","since":"2026-03-02T09:00:00.000Z"}],
   "assets": {
    "User": {
     "1": {
      "id": 1,
      "organization_id": null,
      "login": "-",
      "firstname": "-",
      "lastname": "",
      "fullname": "",
      "email": "",
      "image": null,
      "image_source": null,
      "web": "",
      "phone": "",
      "fax": "",
      "mobile": "",
      "department": null,
      "street": "",
      "zip": "",
      "city": "",
      "country": "",
      "address": null,
      "vip": false,
      "verified": false,
      "active": false,
      "note": "",
      "last_login": null,
      "source": null,
      "login_failed": 0,
      "out_of_office": false,
      "out_of_office_start_at": null,
      "out_of_office_end_at": null,
      "out_of_office_replacement_id": null,
      "preferences": {},
      "updated_by_id": 1,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "role_ids": [],
      "organization_ids": [],
      "group_ids": {},
      "two_factor_preference_ids": [],
      "authorization_ids": [],
      "overview_sorting_ids": []
     }
    }
   }
  }
 },
 "deleteTicketsByIdPresence": {"response":{}},
 "postAttachments": {
  "request": {"form_id":"form-1","File":"Hello"},
  "response": {"success":true,"data":{"id":1,"filename":"hello.txt","size":5,"contentType":"text/plain"}}
 },
 "getAttachmentsById": {},
 "deleteAttachmentsById": {"response":{"success":true}},
 "getUploadCachesByFormId": {"response":{"attachments":[{"id":1,"filename":"hello.txt","size":"5","preferences":{"Content-Type":"text/plain","Mime-Type":"text/plain"}}]}},
 "deleteUploadCachesByFormId": {"response":{}},
 "postTicketAttachmentUploadCloneByArticleById": {"request":{"form_id":"form-1"},"response":{"attachments":[]}},
 "getTicketArticlePlainById": {},
 "getTicketsById": {
  "response": {
   "id": 1,
   "group_id": 1,
   "priority_id": 3,
   "state_id": 1,
   "organization_id": 1,
   "number": "67001",
   "title": "Welcome to Deskbell!",
   "owner_id": 1,
   "customer_id": 2,
   "note": null,
   "first_response_at": null,
   "first_response_escalation_at": null,
   "first_response_in_min": null,
   "first_response_diff_in_min": null,
   "close_at": null,
   "close_escalation_at": null,
   "close_in_min": null,
   "close_diff_in_min": null,
   "update_escalation_at": null,
   "update_in_min": null,
   "update_diff_in_min": null,
   "last_close_at": null,
   "last_contact_at": "2026-03-02T09:00:00.000Z",
   "last_contact_agent_at": null,
   "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
   "waiting_since": "2026-03-02T09:00:00.000Z",
   "last_owner_update_at": null,
   "create_article_type_id": 5,
   "create_article_sender_id": 2,
   "article_count": 1,
   "escalation_at": null,
   "pending_time": null,
   "type": null,
   "time_unit": null,
   "checklist_id": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "tier": null,
   "shelf": null,
   "shelf_number": null
  }
 },
 "getTicketsByNumberByNumber": {
  "response": {
   "id": 2,
   "group_id": 2,
   "priority_id": 2,
   "state_id": 2,
   "organization_id": 2,
   "number": "67002",
   "title": "Label printer offline",
   "owner_id": 3,
   "customer_id": 7,
   "note": null,
   "first_response_at": null,
   "first_response_escalation_at": null,
   "first_response_in_min": null,
   "first_response_diff_in_min": null,
   "close_at": null,
   "close_escalation_at": null,
   "close_in_min": null,
   "close_diff_in_min": null,
   "update_escalation_at": null,
   "update_in_min": null,
   "update_diff_in_min": null,
   "last_close_at": null,
   "last_contact_at": "2026-03-02T09:00:00.000Z",
   "last_contact_agent_at": null,
   "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
   "waiting_since": "2026-03-02T09:00:00.000Z",
   "last_owner_update_at": "2026-03-02T09:00:00.000Z",
   "create_article_type_id": 11,
   "create_article_sender_id": 2,
   "article_count": 3,
   "escalation_at": null,
   "pending_time": null,
   "type": null,
   "time_unit": null,
   "checklist_id": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "tier": null,
   "shelf": null,
   "shelf_number": null
  }
 },
 "postMacrosTry": {
  "request": {"perform":{"ticket.priority_id":{"value":"3"}},"number":"67006"},
  "response": {"ticket_id":6,"number":"67006","title":"Quiet ticket","changes":{},"deleted":false,"articles":[],"remarks":[]}
 },
 "postTriggersTry": {
  "request": {"condition":{"ticket.state_id":{"operator":"is","value":["1"]}},"perform":{"ticket.priority_id":{"value":"3"}}},
  "response": {
   "tried": 8,
   "matched": 3,
   "tickets": [
    {
     "ticket_id": 8,
     "number": "67008",
     "title": "Label printer offline",
     "changes": {"priority":{"from":"2 normal","to":"3 high","id_from":2,"id_to":3}},
     "deleted": false,
     "articles": [],
     "remarks": [],
     "event": "create"
    }
   ]
  }
 },
 "postTriggersByIdTry": {
  "request": {"condition":{"ticket.state_id":{"operator":"is","value":["1"]}},"perform":{"ticket.priority_id":{"value":"3"}}},
  "response": {
   "tried": 8,
   "matched": 3,
   "tickets": [
    {
     "ticket_id": 8,
     "number": "67008",
     "title": "Label printer offline",
     "changes": {"priority":{"from":"2 normal","to":"3 high","id_from":2,"id_to":3}},
     "deleted": false,
     "articles": [],
     "remarks": [],
     "event": "create"
    }
   ]
  }
 },
 "postJobsTry": {
  "request": {"condition":{"ticket.state_id":{"operator":"is","value":["1"]}},"perform":{"ticket.priority_id":{"value":"3"}}},
  "response": {
   "tried": 8,
   "matched": 3,
   "tickets": [
    {
     "ticket_id": 8,
     "number": "67008",
     "title": "Label printer offline",
     "changes": {"priority":{"from":"2 normal","to":"3 high","id_from":2,"id_to":3}},
     "deleted": false,
     "articles": [],
     "remarks": [],
     "event": null
    }
   ]
  }
 },
 "postJobsByIdTry": {
  "request": {"condition":{"ticket.state_id":{"operator":"is","value":["1"]}},"perform":{"ticket.priority_id":{"value":"3"}}},
  "response": {
   "tried": 8,
   "matched": 3,
   "tickets": [
    {
     "ticket_id": 8,
     "number": "67008",
     "title": "Label printer offline",
     "changes": {"priority":{"from":"2 normal","to":"3 high","id_from":2,"id_to":3}},
     "deleted": false,
     "articles": [],
     "remarks": [],
     "event": null
    }
   ]
  }
 },
 "getTicketsByIdTrace": {"response":[]},
 "getAutomationLog": {
  "response": [
   {
    "kind": "trigger",
    "id": 2,
    "rule_id": 2,
    "ticket_id": 2,
    "outcome": "ran",
    "created_at": "2026-03-02T09:00:00.000Z",
    "event": "update",
    "name": "Greet",
    "reason": null,
    "ticket_number": "67002",
    "ticket_title": "Label printer offline"
   }
  ]
 },
 "getTickets": {
  "response": [
   {
    "id": 1,
    "group_id": 1,
    "priority_id": 3,
    "state_id": 1,
    "organization_id": 1,
    "number": "67001",
    "title": "Welcome to Deskbell!",
    "owner_id": 1,
    "customer_id": 2,
    "note": null,
    "first_response_at": null,
    "first_response_escalation_at": null,
    "first_response_in_min": null,
    "first_response_diff_in_min": null,
    "close_at": null,
    "close_escalation_at": null,
    "close_in_min": null,
    "close_diff_in_min": null,
    "update_escalation_at": null,
    "update_in_min": null,
    "update_diff_in_min": null,
    "last_close_at": null,
    "last_contact_at": "2026-03-02T09:00:00.000Z",
    "last_contact_agent_at": null,
    "last_contact_customer_at": "2026-03-02T09:00:00.000Z",
    "waiting_since": "2026-03-02T09:00:00.000Z",
    "last_owner_update_at": null,
    "create_article_type_id": 5,
    "create_article_sender_id": 2,
    "article_count": 1,
    "escalation_at": null,
    "pending_time": null,
    "type": null,
    "time_unit": null,
    "checklist_id": null,
    "preferences": {},
    "updated_by_id": 3,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "tier": null,
    "shelf": null,
    "shelf_number": null
   }
  ]
 },
 "getTicketArticles": {
  "response": [
   {
    "id": 1,
    "ticket_id": 1,
    "type_id": 5,
    "sender_id": 2,
    "from": "Nicole Braun <nicole.braun@deskbell.example>",
    "to": null,
    "cc": null,
    "subject": "Welcome to Deskbell!",
    "reply_to": null,
    "message_id": null,
    "message_id_md5": null,
    "in_reply_to": null,
    "content_type": "text/plain",
    "references": null,
    "body": "Welcome!\n\nThis is the first ticket. Answer it, close it, search for it: nothing here can break.\n\nNicole Braun",
    "internal": false,
    "preferences": {},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "origin_by_id": 2,
    "attachments": [],
    "time_unit": null,
    "type": "phone",
    "sender": "Customer",
    "updated_by": "-",
    "created_by": "-",
    "origin_by": "nicole.braun@zammad.org"
   }
  ]
 },
 "getTicketArticlesById": {
  "response": {
   "id": 1,
   "ticket_id": 1,
   "type_id": 5,
   "sender_id": 2,
   "from": "Nicole Braun <nicole.braun@deskbell.example>",
   "to": null,
   "cc": null,
   "subject": "Welcome to Deskbell!",
   "reply_to": null,
   "message_id": null,
   "message_id_md5": null,
   "in_reply_to": null,
   "content_type": "text/plain",
   "references": null,
   "body": "Welcome!\n\nThis is the first ticket. Answer it, close it, search for it: nothing here can break.\n\nNicole Braun",
   "internal": false,
   "preferences": {},
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "origin_by_id": 2,
   "attachments": [],
   "time_unit": null,
   "type": "phone",
   "sender": "Customer",
   "updated_by": "-",
   "created_by": "-",
   "origin_by": "nicole.braun@zammad.org"
  }
 },
 "getUsers": {
  "response": [
   {
    "id": 1,
    "organization_id": null,
    "login": "-",
    "firstname": "-",
    "lastname": "",
    "fullname": "",
    "email": "",
    "image": null,
    "image_source": null,
    "web": "",
    "phone": "",
    "fax": "",
    "mobile": "",
    "department": null,
    "street": "",
    "zip": "",
    "city": "",
    "country": "",
    "address": null,
    "vip": false,
    "verified": false,
    "active": false,
    "note": "",
    "last_login": null,
    "source": null,
    "login_failed": 0,
    "out_of_office": false,
    "out_of_office_start_at": null,
    "out_of_office_end_at": null,
    "out_of_office_replacement_id": null,
    "preferences": {},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "role_ids": [],
    "organization_ids": [],
    "group_ids": {},
    "two_factor_preference_ids": [],
    "authorization_ids": [],
    "overview_sorting_ids": []
   }
  ]
 },
 "getUsersById": {
  "response": {
   "id": 1,
   "organization_id": null,
   "login": "-",
   "firstname": "-",
   "lastname": "",
   "fullname": "",
   "email": "",
   "image": null,
   "image_source": null,
   "web": "",
   "phone": "",
   "fax": "",
   "mobile": "",
   "department": null,
   "street": "",
   "zip": "",
   "city": "",
   "country": "",
   "address": null,
   "vip": false,
   "verified": false,
   "active": false,
   "note": "",
   "last_login": null,
   "source": null,
   "login_failed": 0,
   "out_of_office": false,
   "out_of_office_start_at": null,
   "out_of_office_end_at": null,
   "out_of_office_replacement_id": null,
   "preferences": {},
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "role_ids": [],
   "organization_ids": [],
   "group_ids": {},
   "two_factor_preference_ids": [],
   "authorization_ids": [],
   "overview_sorting_ids": []
  }
 },
 "getOrganizations": {
  "response": [
   {
    "id": 1,
    "name": "Deskbell Foundation",
    "shared": true,
    "domain": "",
    "domain_assignment": false,
    "active": true,
    "vip": false,
    "note": "",
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "member_ids": [2],
    "secondary_member_ids": []
   }
  ]
 },
 "getGroups": {
  "response": [
   {
    "id": 1,
    "signature_id": 1,
    "email_address_id": 3,
    "name": "Users",
    "name_last": "Users",
    "parent_id": null,
    "assignment_timeout": null,
    "follow_up_possible": "yes",
    "reopen_time_in_days": null,
    "follow_up_assignment": true,
    "active": true,
    "shared_drafts": true,
    "offered_to_customers": true,
    "note": "Standard Group/Pool for Tickets.",
    "updated_by_id": 3,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "user_ids": [3]
   }
  ]
 },
 "getGroupsById": {
  "response": {
   "id": 1,
   "signature_id": 1,
   "email_address_id": 3,
   "name": "Users",
   "name_last": "Users",
   "parent_id": null,
   "assignment_timeout": null,
   "follow_up_possible": "yes",
   "reopen_time_in_days": null,
   "follow_up_assignment": true,
   "active": true,
   "shared_drafts": true,
   "offered_to_customers": true,
   "note": "Standard Group/Pool for Tickets.",
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "user_ids": [3]
  }
 },
 "getRoles": {
  "response": [
   {
    "id": 1,
    "name": "Admin",
    "preferences": {},
    "default_at_signup": false,
    "active": true,
    "note": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "permission_ids": [1,35,48],
    "group_ids": {},
    "knowledge_base_permission_ids": []
   }
  ]
 },
 "getRolesById": {
  "response": {
   "id": 1,
   "name": "Admin",
   "preferences": {},
   "default_at_signup": false,
   "active": true,
   "note": null,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "permission_ids": [1,35,48],
   "group_ids": {},
   "knowledge_base_permission_ids": []
  }
 },
 "getTicketStates": {
  "response": [
   {
    "id": 1,
    "state_type_id": 1,
    "name": "new",
    "next_state_id": null,
    "ignore_escalation": false,
    "default_create": false,
    "default_follow_up": false,
    "note": null,
    "active": true,
    "updated_by_id": 3,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTicketStatesById": {
  "response": {
   "id": 1,
   "state_type_id": 1,
   "name": "new",
   "next_state_id": null,
   "ignore_escalation": false,
   "default_create": false,
   "default_follow_up": false,
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getTicketPriorities": {
  "response": [
   {
    "id": 1,
    "name": "1 low",
    "default_create": false,
    "ui_icon": "low-priority",
    "ui_color": "low-priority",
    "note": null,
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTicketPrioritiesById": {
  "response": {
   "id": 1,
   "name": "1 low",
   "default_create": false,
   "ui_icon": "low-priority",
   "ui_color": "low-priority",
   "note": null,
   "active": true,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getObjectManagerAttributes": {
  "response": [
   {
    "id": 1,
    "object_lookup_id": 1,
    "name": "shelf",
    "display": "A field",
    "data_type": "input",
    "data_option": {},
    "data_option_new": {},
    "editable": true,
    "active": true,
    "screens": {},
    "to_create": false,
    "to_migrate": false,
    "to_delete": false,
    "to_config": false,
    "position": null,
    "updated_by_id": 3,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "object": "Ticket",
    "deletable": true
   }
  ]
 },
 "getObjectManagerAttributesById": {
  "response": {
   "id": 1,
   "object_lookup_id": 1,
   "name": "shelf",
   "display": "A field",
   "data_type": "input",
   "data_option": {},
   "data_option_new": {},
   "editable": true,
   "active": true,
   "screens": {},
   "to_create": false,
   "to_migrate": false,
   "to_delete": false,
   "to_config": false,
   "position": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "object": "Ticket",
   "deletable": true
  }
 },
 "getMacros": {
  "response": [
   {
    "id": 1,
    "name": "Close & tag as spam",
    "perform": {"ticket.state_id":{"value":"4"},"ticket.tags":{"operator":"add","value":"spam"},"ticket.owner_id":{"pre_condition":"current_user.id","value":""}},
    "active": true,
    "ux_flow_next_up": "next_task",
    "note": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "group_ids": []
   }
  ]
 },
 "getMacrosById": {
  "response": {
   "id": 1,
   "name": "Close & tag as spam",
   "perform": {"ticket.state_id":{"value":"4"},"ticket.tags":{"operator":"add","value":"spam"},"ticket.owner_id":{"pre_condition":"current_user.id","value":""}},
   "active": true,
   "ux_flow_next_up": "next_task",
   "note": null,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "group_ids": []
  }
 },
 "getTextModules": {
  "response": [
   {
    "id": 1,
    "name": "Greeting",
    "keywords": "hi hello",
    "content": "Dear #{ticket.customer.firstname},",
    "note": null,
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "group_ids": []
   }
  ]
 },
 "getTextModulesById": {
  "response": {
   "id": 1,
   "name": "Greeting",
   "keywords": "hi hello",
   "content": "Dear #{ticket.customer.firstname},",
   "note": null,
   "active": true,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "group_ids": []
  }
 },
 "getTemplates": {
  "response": [
   {
    "id": 1,
    "name": "Offline",
    "options": {"ticket.title":{"value":"Offline"}},
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTemplatesById": {
  "response": {
   "id": 1,
   "name": "Offline",
   "options": {"ticket.title":{"value":"Offline"}},
   "active": true,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getOverviews": {
  "response": [
   {
    "id": 1,
    "name": "My assigned Tickets",
    "link": "my_assigned",
    "prio": 1000,
    "condition": {"ticket.state_id":{"operator":"is","value":["1","2","3"]},"ticket.owner_id":{"operator":"is","pre_condition":"current_user.id","value":""}},
    "order": {"by":"created_at","direction":"ASC"},
    "group_by": null,
    "group_direction": null,
    "organization_shared": false,
    "out_of_office": false,
    "view": {"d":["title","customer","group"],"s":["title","customer","group"],"m":["number","title","customer"],"view_mode_default":"s"},
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "role_ids": [2],
    "user_ids": [],
    "group_ids": []
   }
  ]
 },
 "getOverviewsById": {
  "response": {
   "id": 1,
   "name": "My assigned Tickets",
   "link": "my_assigned",
   "prio": 1000,
   "condition": {"ticket.state_id":{"operator":"is","value":["1","2","3"]},"ticket.owner_id":{"operator":"is","pre_condition":"current_user.id","value":""}},
   "order": {"by":"created_at","direction":"ASC"},
   "group_by": null,
   "group_direction": null,
   "organization_shared": false,
   "out_of_office": false,
   "view": {"d":["title","customer","group"],"s":["title","customer","group"],"m":["number","title","customer"],"view_mode_default":"s"},
   "active": true,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "role_ids": [2],
   "user_ids": [],
   "group_ids": []
  }
 },
 "getSavedViews": {
  "response": [
   {
    "id": 1,
    "user_id": 3,
    "name": "Mine",
    "prio": 0,
    "condition": {"ticket.state_id":{"operator":"is","value":["2"]}},
    "query": "printer",
    "order": {},
    "group_by": null,
    "group_direction": null,
    "view": {},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getSavedViewsById": {
  "response": {
   "id": 1,
   "user_id": 3,
   "name": "Mine",
   "prio": 0,
   "condition": {"ticket.state_id":{"operator":"is","value":["2"]}},
   "query": "printer",
   "order": {},
   "group_by": null,
   "group_direction": null,
   "view": {},
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getChannels": {
  "response": [
   {
    "id": 1,
    "kind": "email",
    "name": "Support",
    "group_id": 2,
    "inbound": {},
    "outbound": {"adapter":"smtp","host":"mail.example"},
    "active": true,
    "note": null,
    "status_in": null,
    "last_log_in": null,
    "last_in_at": null,
    "status_out": null,
    "last_log_out": null,
    "last_out_at": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getChannelsById": {
  "response": {
   "id": 1,
   "kind": "email",
   "name": "Support",
   "group_id": 2,
   "inbound": {},
   "outbound": {"adapter":"smtp","host":"mail.example"},
   "active": true,
   "note": null,
   "status_in": null,
   "last_log_in": null,
   "last_in_at": null,
   "status_out": null,
   "last_log_out": null,
   "last_out_at": null,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getTasks": {
  "response": [
   {
    "id": 1,
    "kind": "send_mail",
    "payload": {},
    "record_id": null,
    "lane": 1,
    "state": "waiting",
    "attempts": 0,
    "due_at": "2026-03-02T09:00:00.000Z",
    "claimed_until": null,
    "error": null,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTasksById": {
  "response": {
   "id": 1,
   "kind": "send_mail",
   "payload": {},
   "record_id": null,
   "lane": 1,
   "state": "waiting",
   "attempts": 0,
   "due_at": "2026-03-02T09:00:00.000Z",
   "claimed_until": null,
   "error": null,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getSignatures": {
  "response": [
   {
    "id": 1,
    "name": "default",
    "body": "<br>--<br>#{user.firstname} #{user.lastname}<br>#{ticket.group.name}",
    "active": true,
    "note": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getSignaturesById": {
  "response": {
   "id": 1,
   "name": "default",
   "body": "<br>--<br>#{user.firstname} #{user.lastname}<br>#{ticket.group.name}",
   "active": true,
   "note": null,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getEmailAddresses": {
  "response": [
   {
    "id": 1,
    "channel_id": null,
    "name": "Printers",
    "email": "printers@desk.example",
    "active": true,
    "note": null,
    "preferences": {},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getEmailAddressesById": {
  "response": {
   "id": 1,
   "channel_id": null,
   "name": "Printers",
   "email": "printers@desk.example",
   "active": true,
   "note": null,
   "preferences": {},
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getCalendars": {
  "response": [
   {
    "id": 1,
    "name": "Monday to Friday",
    "timezone": "UTC",
    "business_hours": {
     "mon": {"active":true,"timeframes":[["09:00","17:00"]]},
     "tue": {"active":true,"timeframes":[["09:00","17:00"]]},
     "wed": {"active":true,"timeframes":[["09:00","17:00"]]},
     "thu": {"active":true,"timeframes":[["09:00","17:00"]]},
     "fri": {"active":true,"timeframes":[["09:00","17:00"]]},
     "sat": {"active":false,"timeframes":[["09:00","17:00"]]},
     "sun": {"active":false,"timeframes":[["09:00","17:00"]]}
    },
    "default": true,
    "ical_url": null,
    "public_holidays": {},
    "last_log": null,
    "last_sync": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getCalendarsById": {
  "response": {
   "id": 1,
   "name": "Monday to Friday",
   "timezone": "UTC",
   "business_hours": {
    "mon": {"active":true,"timeframes":[["09:00","17:00"]]},
    "tue": {"active":true,"timeframes":[["09:00","17:00"]]},
    "wed": {"active":true,"timeframes":[["09:00","17:00"]]},
    "thu": {"active":true,"timeframes":[["09:00","17:00"]]},
    "fri": {"active":true,"timeframes":[["09:00","17:00"]]},
    "sat": {"active":false,"timeframes":[["09:00","17:00"]]},
    "sun": {"active":false,"timeframes":[["09:00","17:00"]]}
   },
   "default": true,
   "ical_url": null,
   "public_holidays": {},
   "last_log": null,
   "last_sync": null,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getSlas": {
  "response": [
   {
    "id": 1,
    "calendar_id": 2,
    "name": "Gold",
    "first_response_time": null,
    "response_time": null,
    "update_time": 240,
    "solution_time": null,
    "condition": {},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getSlasById": {
  "response": {
   "id": 1,
   "calendar_id": 2,
   "name": "Gold",
   "first_response_time": null,
   "response_time": null,
   "update_time": 240,
   "solution_time": null,
   "condition": {},
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getTriggers": {
  "response": [
   {
    "id": 1,
    "name": "auto reply (on new tickets)",
    "condition": {
     "ticket.action": {"operator":"is","value":"create"},
     "ticket.state_id": {"operator":"is not","value":["4"]},
     "article.type_id": {"operator":"is","value":["1","5","11"]},
     "article.sender_id": {"operator":"is","value":["2"]}
    },
    "perform": {
     "notification.email": {
      "recipient": "article_last_sender",
      "subject": "We have received your request (#{ticket.title})",
      "body": "<div>Hello #{ticket.customer.firstname},</div><br>\n<div>your request has arrived as #{config.ticket_hook}#{ticket.number}, and we will look at it soon.</div><br>\n<div>To add something, answer this mail.</div><br>\n<div>#{config.product_name}</div>"
     }
    },
    "disable_notification": true,
    "localization": null,
    "timezone": null,
    "note": null,
    "activator": "action",
    "execution_condition_mode": "selective",
    "active": false,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTriggersById": {
  "response": {
   "id": 1,
   "name": "auto reply (on new tickets)",
   "condition": {
    "ticket.action": {"operator":"is","value":"create"},
    "ticket.state_id": {"operator":"is not","value":["4"]},
    "article.type_id": {"operator":"is","value":["1","5","11"]},
    "article.sender_id": {"operator":"is","value":["2"]}
   },
   "perform": {
    "notification.email": {
     "recipient": "article_last_sender",
     "subject": "We have received your request (#{ticket.title})",
     "body": "<div>Hello #{ticket.customer.firstname},</div><br>\n<div>your request has arrived as #{config.ticket_hook}#{ticket.number}, and we will look at it soon.</div><br>\n<div>To add something, answer this mail.</div><br>\n<div>#{config.product_name}</div>"
    }
   },
   "disable_notification": true,
   "localization": null,
   "timezone": null,
   "note": null,
   "activator": "action",
   "execution_condition_mode": "selective",
   "active": false,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getJobs": {
  "response": [
   {
    "id": 1,
    "name": "Nightly",
    "timeplan": {},
    "object": "Ticket",
    "condition": {},
    "perform": {},
    "disable_notification": true,
    "localization": null,
    "timezone": null,
    "last_run_at": null,
    "next_run_at": null,
    "running": false,
    "processed": 0,
    "matching": 0,
    "pid": null,
    "note": null,
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getJobsById": {
  "response": {
   "id": 1,
   "name": "Nightly",
   "timeplan": {},
   "object": "Ticket",
   "condition": {},
   "perform": {},
   "disable_notification": true,
   "localization": null,
   "timezone": null,
   "last_run_at": null,
   "next_run_at": null,
   "running": false,
   "processed": 0,
   "matching": 0,
   "pid": null,
   "note": null,
   "active": true,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getWebhooks": {
  "response": [
   {
    "id": 1,
    "name": "Chat",
    "endpoint": "https://chat.example/",
    "events": null,
    "signature_token": null,
    "ssl_verify": true,
    "basic_auth_username": null,
    "basic_auth_password": null,
    "http_method": "post",
    "bearer_token": null,
    "note": null,
    "pre_defined_webhook_type": null,
    "customized_payload": false,
    "custom_payload": null,
    "preferences": {},
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getWebhooksById": {
  "response": {
   "id": 1,
   "name": "Chat",
   "endpoint": "https://chat.example/",
   "events": null,
   "signature_token": null,
   "ssl_verify": true,
   "basic_auth_username": null,
   "basic_auth_password": null,
   "http_method": "post",
   "bearer_token": null,
   "note": null,
   "pre_defined_webhook_type": null,
   "customized_payload": false,
   "custom_payload": null,
   "preferences": {},
   "active": true,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getTimeAccountings": {
  "response": [
   {
    "id": 1,
    "ticket_id": 6,
    "ticket_article_id": 8,
    "time_unit": "1.25",
    "type_id": 1,
    "created_by_id": 4,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getTimeAccountingsById": {
  "response": {
   "id": 1,
   "ticket_id": 6,
   "ticket_article_id": 8,
   "time_unit": "1.25",
   "type_id": 1,
   "created_by_id": 4,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getChecklists": {
  "response": [
   {
    "id": 1,
    "name": "Repair",
    "ticket_id": 6,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "item_ids": [1,2,4],
    "sorted_item_ids": ["2","1","4"]
   }
  ]
 },
 "getChecklistsById": {
  "response": {
   "id": 1,
   "name": "Repair",
   "ticket_id": 6,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "item_ids": [1,2,4],
   "sorted_item_ids": ["2","1","4"]
  }
 },
 "getChecklistItems": {
  "response": [
   {
    "id": 1,
    "text": "Order the drum",
    "checked": true,
    "checklist_id": 1,
    "ticket_id": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getChecklistItemsById": {
  "response": {
   "id": 1,
   "text": "Order the drum",
   "checked": true,
   "checklist_id": 1,
   "ticket_id": null,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getChecklistTemplates": {
  "response": [
   {
    "id": 1,
    "name": "Repair",
    "active": true,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "item_ids": [1,2],
    "sorted_item_ids": ["2","1"],
    "item_texts": ["Mend it","Test it"]
   }
  ]
 },
 "getChecklistTemplatesById": {
  "response": {
   "id": 1,
   "name": "Repair",
   "active": true,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "item_ids": [1,2],
   "sorted_item_ids": ["2","1"],
   "item_texts": ["Mend it","Test it"]
  }
 },
 "getOutboxMessages": {
  "response": [
   {
    "id": 1,
    "action": "create_article",
    "ticket_id": 6,
    "ticket_attributes": {},
    "new_article": {"body":"Done."},
    "send_at": "2026-03-02T09:00:00.000Z",
    "state": "failed",
    "error": "Not authorized",
    "updated_by_id": 1,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getOutboxMessagesById": {
  "response": {
   "id": 1,
   "action": "create_article",
   "ticket_id": 6,
   "ticket_attributes": {},
   "new_article": {"body":"Done."},
   "send_at": "2026-03-02T09:00:00.000Z",
   "state": "failed",
   "error": "Not authorized",
   "updated_by_id": 1,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getDrafts": {
  "response": [
   {
    "id": 1,
    "ticket_id": null,
    "kind": "new_ticket",
    "new_article": {"body":"Half a sentence"},
    "ticket_attributes": {},
    "form_id": null,
    "updated_by_id": 1,
    "created_by_id": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getDraftsById": {
  "response": {
   "id": 1,
   "ticket_id": null,
   "kind": "new_ticket",
   "new_article": {"body":"Half a sentence"},
   "ticket_attributes": {},
   "form_id": null,
   "updated_by_id": 1,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getReceivedMailsById": {
  "response": {
   "id": 1,
   "state": "taken",
   "reason": null,
   "channel_id": null,
   "via": "smtp",
   "envelope_from": null,
   "envelope_to": {"addresses":["printers@desk.example"]},
   "client": null,
   "size": 9,
   "message_id": null,
   "from": "Nils <nils@desk.example>",
   "sender": null,
   "to": null,
   "subject": null,
   "decisions": {},
   "authentication": {},
   "article_id": 8,
   "replaces_id": null,
   "attempts": 0,
   "due_at": "2026-03-02T09:00:00.000Z",
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getPostmasterFilters": {
  "response": [
   {
    "id": 1,
    "name": "Spam",
    "channel": "email",
    "match": {"x-spam-flag":{"operator":"is","value":"yes"}},
    "perform": {"x-zammad-ignore":{"value":true}},
    "active": true,
    "note": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getPostmasterFiltersById": {
  "response": {
   "id": 1,
   "name": "Spam",
   "channel": "email",
   "match": {"x-spam-flag":{"operator":"is","value":"yes"}},
   "perform": {"x-zammad-ignore":{"value":true}},
   "active": true,
   "note": null,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getAuditEntries": {
  "response": [
   {
    "id": 1,
    "action": "token_created",
    "user_id": 3,
    "login": "admin@desk.example",
    "object": "token",
    "o_id": 1,
    "name": "test",
    "changes": {"user_id":{"from":null,"to":3}},
    "address": null,
    "created_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getAuditEntriesById": {
  "response": {
   "id": 1,
   "action": "token_created",
   "user_id": 3,
   "login": "admin@desk.example",
   "object": "token",
   "o_id": 1,
   "name": "test",
   "changes": {"user_id":{"from":null,"to":3}},
   "address": null,
   "created_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getAutomaticMails": {
  "response": [
   {
    "id": 1,
    "kind": "notification",
    "address": "rita@desk.example",
    "ticket_id": null,
    "message_id": "<a@desk.example>",
    "state": "sent",
    "reason": null,
    "created_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getAutomaticMailsById": {
  "response": {
   "id": 1,
   "kind": "notification",
   "address": "rita@desk.example",
   "ticket_id": null,
   "message_id": "<a@desk.example>",
   "state": "sent",
   "reason": null,
   "created_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getDataPrivacyTasks": {
  "response": [
   {
    "id": 1,
    "deletable_type": "User",
    "deletable_id": 90,
    "state": "completed",
    "tickets_deleted": 12,
    "error": null,
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getDataPrivacyTasksById": {
  "response": {
   "id": 1,
   "deletable_type": "User",
   "deletable_id": 90,
   "state": "completed",
   "tickets_deleted": 12,
   "error": null,
   "updated_by_id": 1,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteUsersById": {"response":{}},
 "postOrganizations": {
  "request": {"name":"Quay","domain":"quay.example","note":"Second customer in the harbor"},
  "response": {
   "id": 4,
   "name": "Quay",
   "shared": true,
   "domain": "quay.example",
   "domain_assignment": false,
   "active": true,
   "vip": false,
   "note": "Second customer in the harbor",
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "member_ids": [],
   "secondary_member_ids": []
  }
 },
 "putOrganizationsById": {
  "request": {"name":"Deskbell Foundation (new)"},
  "response": {
   "id": 1,
   "name": "Deskbell Foundation (new)",
   "shared": true,
   "domain": "",
   "domain_assignment": false,
   "active": true,
   "vip": false,
   "note": "",
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "member_ids": [2],
   "secondary_member_ids": []
  }
 },
 "deleteOrganizationsById": {"response":{}},
 "postGroups": {
  "request": {"name":"Users (copy)","signature_id":1,"email_address_id":3},
  "response": {
   "id": 4,
   "signature_id": 1,
   "email_address_id": 3,
   "name": "Users (copy)",
   "name_last": "Users (copy)",
   "parent_id": null,
   "assignment_timeout": null,
   "follow_up_possible": "yes",
   "reopen_time_in_days": null,
   "follow_up_assignment": true,
   "active": true,
   "shared_drafts": true,
   "offered_to_customers": true,
   "note": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "user_ids": []
  }
 },
 "putGroupsById": {
  "request": {"name":"Users (new)"},
  "response": {
   "id": 1,
   "signature_id": 1,
   "email_address_id": 3,
   "name": "Users (new)",
   "name_last": "Users (new)",
   "parent_id": null,
   "assignment_timeout": null,
   "follow_up_possible": "yes",
   "reopen_time_in_days": null,
   "follow_up_assignment": true,
   "active": true,
   "shared_drafts": true,
   "offered_to_customers": true,
   "note": "Standard Group/Pool for Tickets.",
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "user_ids": [3]
  }
 },
 "deleteGroupsById": {"response":{}},
 "postRoles": {
  "request": {"name":"Dispatcher","permissions":["ticket.agent"]},
  "response": {
   "id": 4,
   "name": "Dispatcher",
   "preferences": {},
   "default_at_signup": false,
   "active": true,
   "note": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "permission_ids": [49],
   "group_ids": {},
   "knowledge_base_permission_ids": []
  }
 },
 "putRolesById": {
  "request": {"note":"People who ask for help"},
  "response": {
   "id": 3,
   "name": "Customer",
   "preferences": {},
   "default_at_signup": true,
   "active": true,
   "note": "People who ask for help",
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "permission_ids": [36,37,38],
   "group_ids": {},
   "knowledge_base_permission_ids": []
  }
 },
 "postTicketStates": {
  "request": {"name":"new (copy)","state_type_id":1,"default_create":true},
  "response": {
   "id": 7,
   "state_type_id": 1,
   "name": "new (copy)",
   "next_state_id": null,
   "ignore_escalation": false,
   "default_create": true,
   "default_follow_up": false,
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putTicketStatesById": {
  "request": {"note":"No agent has read it"},
  "response": {
   "id": 1,
   "state_type_id": 1,
   "name": "new",
   "next_state_id": null,
   "ignore_escalation": false,
   "default_create": false,
   "default_follow_up": false,
   "note": "No agent has read it",
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteTicketStatesById": {"response":{}},
 "postTicketPriorities": {
  "request": {"name":"1 low (copy)","ui_icon":"low-priority","ui_color":"low-priority"},
  "response": {
   "id": 4,
   "name": "1 low (copy)",
   "default_create": false,
   "ui_icon": "low-priority",
   "ui_color": "low-priority",
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putTicketPrioritiesById": {
  "request": {"note":"Can wait for a week"},
  "response": {
   "id": 1,
   "name": "1 low",
   "default_create": false,
   "ui_icon": "low-priority",
   "ui_color": "low-priority",
   "note": "Can wait for a week",
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteTicketPrioritiesById": {"response":{}},
 "postObjectManagerAttributes": {
  "request": {"object":"Ticket","name":"shelf_number","display":"Shelf","data_type":"input","data_option":{"type":"text","maxlength":120,"null":true}},
  "response": {
   "id": 3,
   "object_lookup_id": 1,
   "name": "shelf_number",
   "display": "Shelf",
   "data_type": "input",
   "data_option": {"type":"text","maxlength":120,"null":true},
   "data_option_new": {},
   "editable": true,
   "active": true,
   "screens": {},
   "to_create": true,
   "to_migrate": true,
   "to_delete": false,
   "to_config": false,
   "position": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "object": "Ticket",
   "deletable": true
  }
 },
 "putObjectManagerAttributesById": {
  "request": {"display":"Shelf","data_option":{"type":"text","maxlength":60}},
  "response": {
   "id": 1,
   "object_lookup_id": 1,
   "name": "shelf",
   "display": "Shelf",
   "data_type": "input",
   "data_option": {},
   "data_option_new": {"type":"text","maxlength":60},
   "editable": true,
   "active": true,
   "screens": {},
   "to_create": false,
   "to_migrate": true,
   "to_delete": false,
   "to_config": true,
   "position": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "object": "Ticket",
   "deletable": true
  }
 },
 "postMacros": {
  "request": {
   "name": "Close & tag as spam (copy)",
   "perform": {"ticket.state_id":{"value":"4"},"ticket.tags":{"operator":"add","value":"spam"},"ticket.owner_id":{"pre_condition":"current_user.id","value":""}},
   "ux_flow_next_up": "next_task"
  },
  "response": {
   "id": 4,
   "name": "Close & tag as spam (copy)",
   "perform": {"ticket.state_id":{"value":"4"},"ticket.tags":{"operator":"add","value":"spam"},"ticket.owner_id":{"pre_condition":"current_user.id","value":""}},
   "active": true,
   "ux_flow_next_up": "next_task",
   "note": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "group_ids": []
  }
 },
 "putMacrosById": {
  "request": {"name":"Close & tag as spam (new)"},
  "response": {
   "id": 1,
   "name": "Close & tag as spam (new)",
   "perform": {"ticket.state_id":{"value":"4"},"ticket.tags":{"operator":"add","value":"spam"},"ticket.owner_id":{"pre_condition":"current_user.id","value":""}},
   "active": true,
   "ux_flow_next_up": "next_task",
   "note": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "group_ids": []
  }
 },
 "deleteMacrosById": {"response":{}},
 "postTextModules": {
  "request": {"name":"Greeting","content":"Dear #{ticket.customer.firstname},","keywords":"hi hello"},
  "response": {
   "id": 3,
   "name": "Greeting",
   "keywords": "hi hello",
   "content": "Dear #{ticket.customer.firstname},",
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "group_ids": []
  }
 },
 "putTextModulesById": {
  "request": {"name":"Greeting"},
  "response": {
   "id": 1,
   "name": "Greeting",
   "keywords": "hi hello",
   "content": "Dear #{ticket.customer.firstname},",
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "group_ids": []
  }
 },
 "deleteTextModulesById": {"response":{}},
 "postTemplates": {
  "request": {"name":"Offline","options":{"ticket.title":{"value":"Offline"}}},
  "response": {
   "id": 3,
   "name": "Offline",
   "options": {"ticket.title":{"value":"Offline"}},
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putTemplatesById": {
  "request": {"name":"Offline"},
  "response": {
   "id": 1,
   "name": "Offline",
   "options": {"ticket.title":{"value":"Offline"}},
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteTemplatesById": {"response":{}},
 "postOverviews": {
  "request": {
   "name": "Printers",
   "roles": ["Agent"],
   "condition": {"ticket.group_id":{"operator":"is","value":["2"]}},
   "order": {"by":"created_at","direction":"ASC"},
   "view": {"s":["title","customer","created_at"]}
  },
  "response": {
   "id": 11,
   "name": "Printers",
   "link": "printers",
   "prio": 1201,
   "condition": {"ticket.group_id":{"operator":"is","value":["2"]}},
   "order": {"by":"created_at","direction":"ASC"},
   "group_by": null,
   "group_direction": null,
   "organization_shared": false,
   "out_of_office": false,
   "view": {"s":["title","customer","created_at"]},
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "role_ids": [2],
   "user_ids": [],
   "group_ids": []
  }
 },
 "putOverviewsById": {
  "request": {"name":"My assigned Tickets"},
  "response": {
   "id": 1,
   "name": "My assigned Tickets",
   "link": "my_assigned",
   "prio": 1000,
   "condition": {"ticket.state_id":{"operator":"is","value":["1","2","3"]},"ticket.owner_id":{"operator":"is","pre_condition":"current_user.id","value":""}},
   "order": {"by":"created_at","direction":"ASC"},
   "group_by": null,
   "group_direction": null,
   "organization_shared": false,
   "out_of_office": false,
   "view": {"d":["title","customer","group"],"s":["title","customer","group"],"m":["number","title","customer"],"view_mode_default":"s"},
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "role_ids": [2],
   "user_ids": [],
   "group_ids": []
  }
 },
 "deleteOverviewsById": {"response":{}},
 "postSavedViews": {
  "request": {
   "name": "Printers",
   "query": "printer",
   "condition": {"ticket.state_id":{"operator":"is","value":["2"]}},
   "order": {"by":"created_at","direction":"DESC"},
   "view": {"s":["title","customer","created_at"]}
  },
  "response": {
   "id": 3,
   "user_id": 3,
   "name": "Printers",
   "prio": 0,
   "condition": {"ticket.state_id":{"operator":"is","value":["2"]}},
   "query": "printer",
   "order": {"by":"created_at","direction":"DESC"},
   "group_by": null,
   "group_direction": null,
   "view": {"s":["title","customer","created_at"]},
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putSavedViewsById": {
  "request": {"name":"Label printers"},
  "response": {
   "id": 1,
   "user_id": 3,
   "name": "Label printers",
   "prio": 0,
   "condition": {"ticket.state_id":{"operator":"is","value":["2"]}},
   "query": "printer",
   "order": {},
   "group_by": null,
   "group_direction": null,
   "view": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteSavedViewsById": {"response":{}},
 "postChannels": {
  "request": {
   "name": "Wharf mail",
   "group_id": 2,
   "inbound": {"adapter":"imap","host":"imap.example.com","user":"help@wharf.example","password":"opensesame"},
   "outbound": {"adapter":"smtp","host":"smtp.example.com","user":"help@wharf.example","password":"opensesame"}
  },
  "response": {
   "id": 3,
   "kind": "email",
   "name": "Wharf mail",
   "group_id": 2,
   "inbound": {
    "adapter": "imap",
    "host": "imap.example.com",
    "port": null,
    "security": "tls",
    "verify_certificate": true,
    "auth": "password",
    "user": "help@wharf.example",
    "password": "**********",
    "client_id": null,
    "client_secret": null,
    "refresh_token": null,
    "token_url": null,
    "scope": null,
    "certificate": null,
    "private_key": null,
    "folder": "INBOX",
    "after": "seen",
    "move_to": null
   },
   "outbound": {
    "adapter": "smtp",
    "host": "smtp.example.com",
    "port": null,
    "security": "tls",
    "verify_certificate": true,
    "auth": "password",
    "user": "help@wharf.example",
    "password": "**********",
    "client_id": null,
    "client_secret": null,
    "refresh_token": null,
    "token_url": null,
    "scope": null,
    "reply_to": "none",
    "dkim_domain": null,
    "dkim_selector": null,
    "dkim_private_key": null
   },
   "active": true,
   "note": null,
   "status_in": null,
   "last_log_in": null,
   "last_in_at": null,
   "status_out": null,
   "last_log_out": null,
   "last_out_at": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putChannelsById": {
  "request": {"name":"Support (new)"},
  "response": {
   "id": 1,
   "kind": "email",
   "name": "Support (new)",
   "group_id": 2,
   "inbound": {},
   "outbound": {"adapter":"smtp","host":"mail.example"},
   "active": true,
   "note": null,
   "status_in": null,
   "last_log_in": null,
   "last_in_at": null,
   "status_out": null,
   "last_log_out": null,
   "last_out_at": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteChannelsById": {"response":{}},
 "postSignatures": {
  "request": {"name":"default (copy)","body":"<br>--<br>#{user.firstname} #{user.lastname}<br>#{ticket.group.name}"},
  "response": {
   "id": 4,
   "name": "default (copy)",
   "body": "<br>--<br>#{user.firstname} #{user.lastname}<br>#{ticket.group.name}",
   "active": true,
   "note": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putSignaturesById": {
  "request": {"name":"default (new)"},
  "response": {
   "id": 1,
   "name": "default (new)",
   "body": "<br>--<br>#{user.firstname} #{user.lastname}<br>#{ticket.group.name}",
   "active": true,
   "note": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteSignaturesById": {"response":{}},
 "postEmailAddresses": {
  "request": {"name":"Wharf","email":"help@wharf.example"},
  "response": {
   "id": 4,
   "channel_id": null,
   "name": "Wharf",
   "email": "help@wharf.example",
   "active": true,
   "note": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putEmailAddressesById": {
  "request": {"name":"Printers"},
  "response": {
   "id": 1,
   "channel_id": null,
   "name": "Printers",
   "email": "printers@desk.example",
   "active": true,
   "note": null,
   "preferences": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteEmailAddressesById": {"response":{}},
 "postCalendars": {
  "request": {"name":"Harbor","timezone":"Europe/Berlin"},
  "response": {
   "id": 4,
   "name": "Harbor",
   "timezone": "Europe/Berlin",
   "business_hours": {
    "mon": {"active":true,"timeframes":[["09:00","17:00"]]},
    "tue": {"active":true,"timeframes":[["09:00","17:00"]]},
    "wed": {"active":true,"timeframes":[["09:00","17:00"]]},
    "thu": {"active":true,"timeframes":[["09:00","17:00"]]},
    "fri": {"active":true,"timeframes":[["09:00","17:00"]]},
    "sat": {"active":false,"timeframes":[["09:00","17:00"]]},
    "sun": {"active":false,"timeframes":[["09:00","17:00"]]}
   },
   "default": false,
   "ical_url": null,
   "public_holidays": {},
   "last_log": null,
   "last_sync": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putCalendarsById": {
  "request": {"name":"Monday to Friday (new)"},
  "response": {
   "id": 1,
   "name": "Monday to Friday (new)",
   "timezone": "UTC",
   "business_hours": {
    "mon": {"active":true,"timeframes":[["09:00","17:00"]]},
    "tue": {"active":true,"timeframes":[["09:00","17:00"]]},
    "wed": {"active":true,"timeframes":[["09:00","17:00"]]},
    "thu": {"active":true,"timeframes":[["09:00","17:00"]]},
    "fri": {"active":true,"timeframes":[["09:00","17:00"]]},
    "sat": {"active":false,"timeframes":[["09:00","17:00"]]},
    "sun": {"active":false,"timeframes":[["09:00","17:00"]]}
   },
   "default": true,
   "ical_url": null,
   "public_holidays": {},
   "last_log": null,
   "last_sync": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteCalendarsById": {"response":{}},
 "postSlas": {
  "request": {"name":"Gold (copy)","calendar_id":2,"update_time":240},
  "response": {
   "id": 3,
   "calendar_id": 2,
   "name": "Gold (copy)",
   "first_response_time": null,
   "response_time": null,
   "update_time": 240,
   "solution_time": null,
   "condition": {},
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putSlasById": {
  "request": {"name":"Gold (new)"},
  "response": {
   "id": 1,
   "calendar_id": 2,
   "name": "Gold (new)",
   "first_response_time": null,
   "response_time": null,
   "update_time": 240,
   "solution_time": null,
   "condition": {},
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteSlasById": {"response":{}},
 "postTriggers": {
  "request": {
   "name": "auto reply (on new tickets) (copy)",
   "condition": {
    "ticket.action": {"operator":"is","value":"create"},
    "ticket.state_id": {"operator":"is not","value":["4"]},
    "article.type_id": {"operator":"is","value":["1","5","11"]},
    "article.sender_id": {"operator":"is","value":["2"]}
   },
   "perform": {
    "notification.email": {
     "recipient": "article_last_sender",
     "subject": "We have received your request (#{ticket.title})",
     "body": "<div>Hello #{ticket.customer.firstname},</div><br>\n<div>your request has arrived as #{config.ticket_hook}#{ticket.number}, and we will look at it soon.</div><br>\n<div>To add something, answer this mail.</div><br>\n<div>#{config.product_name}</div>"
    }
   }
  },
  "response": {
   "id": 4,
   "name": "auto reply (on new tickets) (copy)",
   "condition": {
    "ticket.action": {"operator":"is","value":"create"},
    "ticket.state_id": {"operator":"is not","value":["4"]},
    "article.type_id": {"operator":"is","value":["1","5","11"]},
    "article.sender_id": {"operator":"is","value":["2"]}
   },
   "perform": {
    "notification.email": {
     "recipient": "article_last_sender",
     "subject": "We have received your request (#{ticket.title})",
     "body": "<div>Hello #{ticket.customer.firstname},</div><br>\n<div>your request has arrived as #{config.ticket_hook}#{ticket.number}, and we will look at it soon.</div><br>\n<div>To add something, answer this mail.</div><br>\n<div>#{config.product_name}</div>"
    }
   },
   "disable_notification": true,
   "localization": null,
   "timezone": null,
   "note": null,
   "activator": "action",
   "execution_condition_mode": "selective",
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putTriggersById": {
  "request": {"name":"auto reply (on new tickets) (new)"},
  "response": {
   "id": 1,
   "name": "auto reply (on new tickets) (new)",
   "condition": {
    "ticket.action": {"operator":"is","value":"create"},
    "ticket.state_id": {"operator":"is not","value":["4"]},
    "article.type_id": {"operator":"is","value":["1","5","11"]},
    "article.sender_id": {"operator":"is","value":["2"]}
   },
   "perform": {
    "notification.email": {
     "recipient": "article_last_sender",
     "subject": "We have received your request (#{ticket.title})",
     "body": "<div>Hello #{ticket.customer.firstname},</div><br>\n<div>your request has arrived as #{config.ticket_hook}#{ticket.number}, and we will look at it soon.</div><br>\n<div>To add something, answer this mail.</div><br>\n<div>#{config.product_name}</div>"
    }
   },
   "disable_notification": true,
   "localization": null,
   "timezone": null,
   "note": null,
   "activator": "action",
   "execution_condition_mode": "selective",
   "active": false,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteTriggersById": {"response":{}},
 "postJobs": {
  "request": {"name":"Nightly (copy)"},
  "response": {
   "id": 3,
   "name": "Nightly (copy)",
   "timeplan": {},
   "object": "Ticket",
   "condition": {},
   "perform": {},
   "disable_notification": true,
   "localization": null,
   "timezone": null,
   "last_run_at": null,
   "next_run_at": null,
   "running": false,
   "processed": 0,
   "matching": 0,
   "pid": null,
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putJobsById": {
  "request": {"name":"Nightly (new)"},
  "response": {
   "id": 1,
   "name": "Nightly (new)",
   "timeplan": {},
   "object": "Ticket",
   "condition": {},
   "perform": {},
   "disable_notification": true,
   "localization": null,
   "timezone": null,
   "last_run_at": null,
   "next_run_at": null,
   "running": false,
   "processed": 0,
   "matching": 0,
   "pid": null,
   "note": null,
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteJobsById": {"response":{}},
 "postWebhooks": {
  "request": {"name":"Inventory","endpoint":"https://stock.example/hook","events":"ticket.created"},
  "response": {
   "id": 3,
   "name": "Inventory",
   "endpoint": "https://stock.example/hook",
   "events": "ticket.created",
   "signature_token": null,
   "ssl_verify": true,
   "basic_auth_username": null,
   "basic_auth_password": null,
   "http_method": "post",
   "bearer_token": null,
   "note": null,
   "pre_defined_webhook_type": null,
   "customized_payload": false,
   "custom_payload": null,
   "preferences": {},
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putWebhooksById": {
  "request": {"name":"Chat (new)"},
  "response": {
   "id": 1,
   "name": "Chat (new)",
   "endpoint": "https://chat.example/",
   "events": null,
   "signature_token": null,
   "ssl_verify": true,
   "basic_auth_username": null,
   "basic_auth_password": null,
   "http_method": "post",
   "bearer_token": null,
   "note": null,
   "pre_defined_webhook_type": null,
   "customized_payload": false,
   "custom_payload": null,
   "preferences": {},
   "active": true,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteWebhooksById": {"response":{}},
 "postTimeAccountings": {
  "request": {"ticket_id":6,"time_unit":"15"},
  "response": {
   "id": 5,
   "ticket_id": 6,
   "ticket_article_id": null,
   "time_unit": "15.0",
   "type_id": null,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putTimeAccountingsById": {
  "request": {"time_unit":"20"},
  "response": {
   "id": 1,
   "ticket_id": 6,
   "ticket_article_id": 8,
   "time_unit": "20.0",
   "type_id": 1,
   "created_by_id": 4,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteTimeAccountingsById": {"response":{}},
 "postChecklistItems": {
  "request": {"text":"Call the customer","checklist_id":1},
  "response": {
   "id": 6,
   "text": "Call the customer",
   "checked": false,
   "checklist_id": 1,
   "ticket_id": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putChecklistItemsById": {
  "request": {"checked":true},
  "response": {
   "id": 1,
   "text": "Order the drum",
   "checked": true,
   "checklist_id": 1,
   "ticket_id": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteChecklistItemsById": {"response":{}},
 "deleteChecklistTemplatesById": {"response":{}},
 "putDraftsById": {
  "request": {"new_article":{"body":"Half a sentence"}},
  "response": {
   "id": 1,
   "ticket_id": null,
   "kind": "new_ticket",
   "new_article": {"body":"Half a sentence"},
   "ticket_attributes": {},
   "form_id": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteDraftsById": {"response":{}},
 "deleteReceivedMailsById": {"response":{}},
 "postPostmasterFilters": {
  "request": {"name":"Newsletters","match":{"list-unsubscribe":{"operator":"contains","value":"mailto"}},"perform":{"x-zammad-ticket-priority_id":{"value":1}}},
  "response": {
   "id": 3,
   "name": "Newsletters",
   "channel": "email",
   "match": {"list-unsubscribe":{"operator":"contains","value":"mailto"}},
   "perform": {"x-zammad-ticket-priority_id":{"value":1}},
   "active": true,
   "note": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putPostmasterFiltersById": {
  "request": {"name":"Spam (new)"},
  "response": {
   "id": 1,
   "name": "Spam (new)",
   "channel": "email",
   "match": {"x-spam-flag":{"operator":"is","value":"yes"}},
   "perform": {"x-zammad-ignore":{"value":true}},
   "active": true,
   "note": null,
   "updated_by_id": 3,
   "created_by_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deletePostmasterFiltersById": {"response":{}},
 "postDataPrivacyTasks": {
  "request": {"deletable_id":13},
  "response": {
   "id": 3,
   "deletable_type": "User",
   "deletable_id": 13,
   "state": "in process",
   "tickets_deleted": 0,
   "error": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getTicketArticlesByTicketById": {
  "response": [
   {
    "id": 1,
    "ticket_id": 1,
    "type_id": 5,
    "sender_id": 2,
    "from": "Nicole Braun <nicole.braun@deskbell.example>",
    "to": null,
    "cc": null,
    "subject": "Welcome to Deskbell!",
    "reply_to": null,
    "message_id": null,
    "message_id_md5": null,
    "in_reply_to": null,
    "content_type": "text/plain",
    "references": null,
    "body": "Welcome!\n\nThis is the first ticket. Answer it, close it, search for it: nothing here can break.\n\nNicole Braun",
    "internal": false,
    "preferences": {},
    "updated_by_id": 1,
    "created_by_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z",
    "origin_by_id": 2,
    "attachments": [],
    "time_unit": null,
    "type": "phone",
    "sender": "Customer",
    "updated_by": "-",
    "created_by": "-",
    "origin_by": "nicole.braun@zammad.org"
   }
  ]
 },
 "getTicketAttachmentByTicketIdByArticleIdById": {},
 "getMailSenders": {"response":[{"group_id":1,"address":"front@wharf.example","state":"missing","error":null}]},
 "getTicketArticlesByIdDelivery": {
  "response": {
   "sender": "printers@desk.example",
   "size": 1204,
   "recipients": [{"address":"nils@bakery.example","state":"waiting","code":550,"text":"550 No such user","at":"2026-03-02T09:00:00.000Z"}]
  }
 },
 "postTicketArticlesByIdRetry": {
  "response": {
   "id": 5,
   "ticket_id": 4,
   "type_id": 1,
   "sender_id": 1,
   "from": null,
   "to": null,
   "cc": null,
   "subject": null,
   "reply_to": null,
   "message_id": null,
   "message_id_md5": null,
   "in_reply_to": null,
   "content_type": "text/plain",
   "references": null,
   "body": "The café has no Wi-Fi",
   "internal": false,
   "preferences": {"delivery_channel_id":1},
   "updated_by_id": 3,
   "created_by_id": 7,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "origin_by_id": null,
   "attachments": [],
   "time_unit": null,
   "type": "email",
   "sender": "Agent",
   "updated_by": "admin@desk.example",
   "created_by": "nils@desk.example"
  }
 },
 "getMailQueue": {
  "response": [
   {
    "id": 6,
    "state": "waiting",
    "attempts": 0,
    "due_at": "2026-03-02T09:00:00.000Z",
    "error": null,
    "created_at": "2026-03-02T09:00:00.000Z",
    "channel_id": 1,
    "article_id": 5,
    "ticket_number": "67004",
    "ticket_id": 4,
    "subject": null,
    "to": null,
    "recipients": [{"address":"nils@bakery.example","state":"waiting","code":550,"text":"550 No such user","at":"2026-03-02T09:00:00.000Z"}]
   }
  ]
 },
 "postMailQueueByIdSend": {"response":{}},
 "deleteMailQueueById": {"response":{}},
 "deleteObjectManagerAttributesById": {"response":{}},
 "postObjectManagerAttributesExecuteMigrations": {"response":{}},
 "postTagsAdd": {"request":{"object":"Ticket","o_id":2,"item":"urgent"},"response":true},
 "deleteTagsRemove": {"request":{"object":"Ticket","o_id":2,"item":"urgent"},"response":true},
 "postTagList": {"request":{"name":"spare part"},"response":{}},
 "putTagListById": {"request":{"name":"printers"},"response":{}},
 "deleteTagListById": {"response":{}},
 "getTags": {"response":{"tags":["printer","floor2","urgent"]}},
 "getTagList": {"response":[{"id":2,"name":"floor2","count":1}]},
 "getTagSearch": {"response":[{"id":2,"value":"floor2"}]},
 "getLinks": {
  "response": {
   "links": [{"link_type":"child","link_object":"Ticket","link_object_value":3}],
   "assets": {
    "Ticket": {
     "3": {
      "id": 3,
      "group_id": 2,
      "priority_id": 2,
      "state_id": 1,
      "organization_id": 2,
      "number": "67003",
      "title": "Toner for the oven label printer",
      "owner_id": 1,
      "customer_id": 8,
      "note": null,
      "first_response_at": null,
      "first_response_escalation_at": null,
      "first_response_in_min": null,
      "first_response_diff_in_min": null,
      "close_at": null,
      "close_escalation_at": null,
      "close_in_min": null,
      "close_diff_in_min": null,
      "update_escalation_at": null,
      "update_in_min": null,
      "update_diff_in_min": null,
      "last_close_at": null,
      "last_contact_at": null,
      "last_contact_agent_at": null,
      "last_contact_customer_at": null,
      "waiting_since": null,
      "last_owner_update_at": null,
      "create_article_type_id": null,
      "create_article_sender_id": null,
      "article_count": 1,
      "escalation_at": null,
      "pending_time": null,
      "type": null,
      "time_unit": null,
      "checklist_id": null,
      "preferences": {},
      "updated_by_id": 3,
      "created_by_id": 1,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "article_ids": [4],
      "ticket_time_accounting_ids": []
     }
    }
   }
  }
 },
 "postLinksAdd": {
  "request": {"link_type":"parent","link_object_source":"Ticket","link_object_source_number":"67002","link_object_target":"Ticket","link_object_target_value":3},
  "response": {
   "id": 1,
   "link_type_id": 3,
   "link_object_source_id": 1,
   "link_object_source_value": 2,
   "link_object_target_id": 1,
   "link_object_target_value": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteLinksRemove": {
  "request": {"link_type":"parent","link_object_source":"Ticket","link_object_source_number":"67002","link_object_target":"Ticket","link_object_target_value":3},
  "response": [
   {
    "id": 1,
    "link_type_id": 3,
    "link_object_source_id": 1,
    "link_object_source_value": 2,
    "link_object_target_id": 1,
    "link_object_target_value": 3,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getMentions": {"response":{"mentions":[]}},
 "postMentions": {"request":{"mentionable_type":"Ticket","mentionable_id":6},"response":true},
 "deleteMentionsById": {"response":true},
 "getOnlineNotifications": {
  "response": [
   {
    "id": 1,
    "o_id": 2,
    "object_lookup_id": 1,
    "type_lookup_id": 3,
    "user_id": 3,
    "seen": true,
    "updated_by_id": 3,
    "created_by_id": 4,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getOnlineNotificationsById": {
  "response": {
   "id": 1,
   "o_id": 2,
   "object_lookup_id": 1,
   "type_lookup_id": 3,
   "user_id": 3,
   "seen": true,
   "updated_by_id": 3,
   "created_by_id": 4,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "putOnlineNotificationsById": {
  "request": {"seen":true},
  "response": {
   "id": 2,
   "o_id": 2,
   "object_lookup_id": 1,
   "type_lookup_id": 3,
   "user_id": 3,
   "seen": true,
   "updated_by_id": 3,
   "created_by_id": 4,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "deleteOnlineNotificationsById": {"response":{}},
 "postOnlineNotificationsMarkAllAsRead": {"response":{}},
 "getWebhooksByIdDeliveries": {
  "response": [
   {
    "id": 2,
    "webhook_id": 1,
    "event_id": 1,
    "event": "ticket.created",
    "delivery": "5f0c8a52-3d0f-4b6e-9a37-1c2d7e84b6a1",
    "state": "waiting",
    "attempts": 0,
    "due_at": "2026-03-02T09:00:00.000Z",
    "response_status": null,
    "error": null,
    "duration": null,
    "replay_of_id": 1,
    "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
   }
  ]
 },
 "getWebhooksByIdDeliveriesByDeliveryId": {
  "response": {
   "id": 1,
   "webhook_id": 1,
   "event_id": 1,
   "event": "ticket.created",
   "delivery": "5f0c8a52-3d0f-4b6e-9a37-1c2d7e84b6a1",
   "state": "delivered",
   "attempts": 1,
   "due_at": "2026-03-02T09:00:00.000Z",
   "response_status": 200,
   "error": null,
   "duration": 12,
   "replay_of_id": null,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "payload": "{\"event\":\"ticket.created\"}",
   "response_body": "ok"
  }
 },
 "postWebhooksByIdDeliveriesByDeliveryIdReplay": {
  "response": {
   "id": 2,
   "webhook_id": 1,
   "event_id": 1,
   "event": "ticket.created",
   "delivery": "5f0c8a52-3d0f-4b6e-9a37-1c2d7e84b6a1",
   "state": "waiting",
   "attempts": 0,
   "due_at": "2026-03-02T09:00:00.000Z",
   "response_status": null,
   "error": null,
   "duration": null,
   "replay_of_id": 1,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z",
   "payload": "{\"event\":\"ticket.created\"}",
   "response_body": null
  }
 },
 "postTasksByIdRestart": {
  "response": {
   "id": 1,
   "kind": "send_mail",
   "payload": {},
   "record_id": null,
   "lane": 1,
   "state": "waiting",
   "attempts": 0,
   "due_at": "2026-03-02T09:00:00.000Z",
   "claimed_until": null,
   "error": null,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "postDataPrivacyTasksPreviewByUserId": {"response":{"tickets":0,"articles":0,"attachments":0,"kept_articles":0,"obstacle":"This user is being deleted already."}},
 "postDataPrivacyTasksByIdRestart": {
  "response": {
   "id": 3,
   "deletable_type": "User",
   "deletable_id": 13,
   "state": "in process",
   "tickets_deleted": 0,
   "error": null,
   "updated_by_id": 3,
   "created_by_id": 3,
   "created_at": "2026-03-02T09:00:00.000Z",
   "updated_at": "2026-03-02T09:00:00.000Z"
  }
 },
 "getEventsStream": {},
 "postBatch": {
  "request": {
   "operations": [{"method":"POST","path":"/organizations","body":{"name":"Wharf"}},{"method":"PUT","path":"/users/10","body":{"organization":"Wharf"}}]
  },
  "response": {
   "results": [
    {
     "status": 201,
     "body": {
      "id": 5,
      "name": "Wharf",
      "shared": true,
      "domain": "",
      "domain_assignment": false,
      "active": true,
      "vip": false,
      "note": "",
      "updated_by_id": 3,
      "created_by_id": 3,
      "created_at": "2026-03-02T09:00:00.000Z",
      "updated_at": "2026-03-02T09:00:00.000Z",
      "member_ids": [],
      "secondary_member_ids": []
     }
    }
   ]
  }
 }
}
