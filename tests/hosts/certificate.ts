/**
 * A certificate for every host, made for these tests alone and worth nothing: the browsers under test are told
 * to trust any. Valid for a hundred years.
 */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUR68VERWW/84LhzWByTDgUdWaMIAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJd29ydGhsZXNzMCAXDTI2MTEyMjE3MjMzM1oYDzIxMjYxMDI5
MTcyMzMzWjAUMRIwEAYDVQQDDAl3b3J0aGxlc3MwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARki9Dv1MvHhR2TKEl48rvqj+Eo9rBSEj+48QZjtpE76BGSqlEmkp07
WCwtL0RIh3N+ezz/SyQyOTp9OCFBCxoeo1MwUTAdBgNVHQ4EFgQUitPIesZDlytk
WlrneZfZOyfH/VQwHwYDVR0jBBgwFoAUitPIesZDlytkWlrneZfZOyfH/VQwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiACyqkcIdpIM0WUTLOpl5tf
O+C8dtmUb+az6e/8tMNIBwIgHONwZTCcXZdkGYhySOJP58ziahhnKeH/Di/Bb58R
F14=
-----END CERTIFICATE-----
`

/** The key of the certificate. */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgATapVj5Th/rr2S6n
gD7znKG2rasYpPxO5EwIk0NpP8ShRANCAARki9Dv1MvHhR2TKEl48rvqj+Eo9rBS
Ej+48QZjtpE76BGSqlEmkp07WCwtL0RIh3N+ezz/SyQyOTp9OCFBCxoe
-----END PRIVATE KEY-----
`
