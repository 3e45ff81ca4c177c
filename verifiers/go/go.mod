module earshot.dev/verifier

go 1.26
